//! Answers to SMT-LIB scripts, by whichever solver there is.
