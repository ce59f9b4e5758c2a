//! Reading a typed number.
