package enum IOPlaceholder {}
