"""Source 000, figure 3-22: high-dimensional data (高维数据示例): 10 ms of speech, and a 64 x 64 grey image.

Sampled at 22 kHz, 10 ms are 220 numbers; the image is a row of 4096. The sound is a vowel made of harmonics
of 150 Hz, the image a handwritten digit.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from command import run, word

from fenlei import load, plot

RATE, PITCH, SIDE = 22000, 150.0, 64
FORMANTS = ((700.0, 130.0), (1200.0, 110.0), (2600.0, 160.0))  # of the vowel a: centre and width in Hz


def speech() -> np.ndarray:
    """220 samples of a vowel: harmonics, loud where they are near a formant."""
    seconds, harmonics = np.arange(220) / RATE, PITCH * np.arange(1, 30)
    loud = sum(1 / (1 + ((harmonics - centre) / width) ** 2) for centre, width in FORMANTS)
    wave = np.sin(2 * np.pi * np.outer(seconds, harmonics)) @ loud
    return np.asarray(wave / np.abs(wave).max())


def image() -> np.ndarray:
    """A digit of 8 x 8 pixels, interpolated to 64 x 64 and 256 levels of grey."""
    small = load("digits").X[0].reshape(8, 8)
    place, known = np.linspace(0, 7, SIDE), np.arange(8)
    wide = np.array([np.interp(place, known, line) for line in small])
    return np.round(np.array([np.interp(place, known, line) for line in wide.T]).T * 255 / 16)


def draw(lang: str = "en") -> Any:
    sound, picture = plot.panels(1, 2, lang=lang)
    sound.plot(1000 * np.arange(220) / RATE, speech(), linewidth=1.0)
    sound.set(xlabel=word(lang, "time in ms", "时间（毫秒）"), ylabel=word(lang, "amplitude", "幅度"))
    sound.set_title(word(lang, "(a) speech, 10 ms: 220 values", "(a) 10 毫秒语音：220 个数"))
    picture.imshow(image(), cmap="gray", vmin=0, vmax=255)
    picture.set_title(word(lang, "(b) grey image: 64 × 64 = 4096", "(b) 灰度图像：64 × 64 = 4096"))
    return sound.figure


if __name__ == "__main__":
    run(draw)
