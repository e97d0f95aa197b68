from .clustering import (
    adjusted_mutual_info_score,
    adjusted_rand_score,
    homogeneity_completeness_v_measure,
    mutual_info_score,
    normalized_mutual_info_score,
    rand_score,
    silhouette_samples,
    silhouette_score,
)
from .comparison import (
    critical_difference,
    five_by_two_cv_f_test,
    friedman_nemenyi,
    mcnemar,
    mcnemar_of_counts,
)
from .confusion import confusion_matrix, multilabel_confusion_matrix
from .effects.dependence import accumulated_local_effects, partial_dependence
from .effects.permutation import permutation_importance
from .effects.shapley import shapley_values
from .embedding import stress, trustworthiness
from .headline import headline_scores
from .intervals import bootstrap_interval, corrected_resampled_t_test, mean_interval, wilson
from .leave_one_out_predictions import leave_one_out
from .precision_recall import (
    f1_score,
    fbeta_score,
    precision_recall_fscore_support,
    precision_score,
    recall_score,
)
from .probability import brier_score_loss, calibration_curve, log_loss
from .regression import mean_absolute_error, mean_squared_error, r2_score, root_mean_squared_error
from .report_text import classification_report
from .scanned_folds import cross_validate_scan
from .scores import (
    accuracy_score,
    balanced_accuracy_score,
    cohen_kappa_score,
    matthews_corrcoef,
    zero_one_loss,
)
from .thresholds.areas import auc, average_precision_score, roc_auc_score
from .thresholds.curves import one_vs_rest_curves, precision_recall_curve, risk_coverage_curve, roc_curve
from .thresholds.operating_points import cost_curve, curve_band, threshold_table
from .thresholds.thinning import thin_curve

__all__ = [
    "accumulated_local_effects",
    "accuracy_score",
    "adjusted_mutual_info_score",
    "adjusted_rand_score",
    "auc",
    "average_precision_score",
    "balanced_accuracy_score",
    "bootstrap_interval",
    "brier_score_loss",
    "calibration_curve",
    "classification_report",
    "cohen_kappa_score",
    "confusion_matrix",
    "corrected_resampled_t_test",
    "cost_curve",
    "critical_difference",
    "cross_validate_scan",
    "curve_band",
    "f1_score",
    "fbeta_score",
    "five_by_two_cv_f_test",
    "friedman_nemenyi",
    "headline_scores",
    "homogeneity_completeness_v_measure",
    "leave_one_out",
    "log_loss",
    "matthews_corrcoef",
    "mcnemar",
    "mcnemar_of_counts",
    "mean_absolute_error",
    "mean_interval",
    "mean_squared_error",
    "multilabel_confusion_matrix",
    "mutual_info_score",
    "normalized_mutual_info_score",
    "one_vs_rest_curves",
    "partial_dependence",
    "permutation_importance",
    "precision_recall_curve",
    "precision_recall_fscore_support",
    "precision_score",
    "r2_score",
    "rand_score",
    "recall_score",
    "risk_coverage_curve",
    "roc_auc_score",
    "roc_curve",
    "root_mean_squared_error",
    "shapley_values",
    "silhouette_samples",
    "silhouette_score",
    "stress",
    "thin_curve",
    "threshold_table",
    "trustworthiness",
    "wilson",
    "zero_one_loss",
]
