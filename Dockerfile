# An image in which nothing is left to compile: docker build -t fenlei . && docker run --rm fenlei compare iris
# A model behind HTTP: docker run --rm -p 8000:8000 -e FENLEI_TOKEN -v "$PWD:/models:ro" fenlei serve /models/best.fenlei --host 0.0.0.0
FROM python:3.12-slim

# A level of x86-64 that every host has: kernels compiled here are found on all of them, with the same bits.
ENV NUMBA_CPU_NAME=x86-64-v3 \
    NUMBA_CPU_FEATURES= \
    OPENBLAS_CORETYPE=Haswell \
    NPY_DISABLE_CPU_FEATURES="X86_V4 AVX512_ICL AVX512_SPR" \
    FENLEI_CACHE_DIR=/opt/fenlei/kernels

COPY . /tmp/fenlei
RUN pip install --no-cache-dir -c /tmp/fenlei/constraints.txt "/tmp/fenlei[serve]" && rm -rf /tmp/fenlei

# Kernels that root compiled and nobody else can change are used by every user, also where nothing can be written.
RUN install -d -m 755 "$FENLEI_CACHE_DIR" && fenlei warm-up --quiet && chmod -R a+rX "$FENLEI_CACHE_DIR"

RUN useradd --create-home fenlei
USER fenlei
WORKDIR /home/fenlei
ENTRYPOINT ["fenlei"]
CMD ["--help"]
