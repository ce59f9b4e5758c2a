//! One spelling for every named option: in Rust, in files, on the command line.

/// Defines an enum whose variants have one text name each, with `name`, `NAMES`, `FromStr` and serde on the same names.
macro_rules! named_options {
    ($(#[$meta:meta])* $vis:vis enum $ty:ident ($option:literal) {
        $($(#[$vmeta:meta])* $variant:ident = $name:literal,)+
    }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
        $vis enum $ty {
            $($(#[$vmeta])* #[serde(rename = $name)] $variant,)+
        }

        impl $ty {
            /// The names, in the order of the variants.
            pub const NAMES: &'static [&'static str] = &[$($name),+];

            /// The name as written in files, on the command line and in expressions.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)+ }
            }
        }

        impl std::fmt::Display for $ty {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }

        impl std::str::FromStr for $ty {
            type Err = $crate::math::MathError;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                match text {
                    $($name => Ok(Self::$variant),)+
                    _ => Err($crate::math::MathError::UnknownOption {
                        option: $option,
                        got: text.to_owned(),
                        known: Self::NAMES,
                    }),
                }
            }
        }
    };
}

pub(crate) use named_options;
