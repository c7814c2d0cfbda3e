//! Values that travel between processes: results of a cluster's workers come back as they were made.

/// Makes a class of plain fields picklable: it can be made from them in their order.
macro_rules! picklable {
    ($class:ident { $($field:ident: $type:ty),+ $(,)? }) => {
        #[pymethods]
        impl $class {
            #[new]
            #[allow(clippy::too_many_arguments, reason = "as many as the class has fields")]
            fn from_fields($($field: $type),+) -> Self {
                Self { $($field),+ }
            }

            fn __getnewargs__(&self) -> ($($type,)+) {
                ($(self.$field.clone(),)+)
            }
        }
    };
}

pub(crate) use picklable;
