//! The start of a model's run: constants in their memories, inputs by name; and its outputs by name.
//!
//! An input is a list of vectors, each a list of numbers, or all numbers in one list; or bytes as hexadecimal digits. Vectors with
//! fewer numbers than the machine's are filled with zeros.

use mnc2_text::{Data, Message, NamedFile, Variable, message};

use super::Machine;
use crate::listing::bytes_from_hex;
use crate::model::{Entry, Model, content};
use crate::table::Memory;

/// Maximum number of vectors of an output that are printed; all are in a dump.
const PRINTED_MAX: u64 = 1 << 16;

/// The inputs and outputs of a model.
#[derive(Debug)]
pub(super) struct Ports {
    inputs: Vec<Port>,
    outputs: Vec<Port>,
    /// The file of the program.
    pub(crate) file: String,
    /// The line in which the model names it, counted from 0.
    pub(crate) line: u32,
}

/// An input or an output: the vectors of all entries with its name.
#[derive(Debug)]
struct Port {
    name: String,
    /// First vectors and numbers of vectors.
    parts: Vec<(u64, u64)>,
}

impl Port {
    fn all(entries: &[Entry]) -> Vec<Self> {
        let mut ports: Vec<Self> = Vec::new();
        for entry in entries {
            let part = (entry.base, entry.size);
            match ports.iter_mut().find(|port| port.name == entry.name) {
                Some(port) => port.parts.push(part),
                None => ports.push(Self {
                    name: entry.name.clone(),
                    parts: vec![part],
                }),
            }
        }
        ports
    }

    fn size(&self) -> u64 {
        self.parts.iter().map(|(_, size)| *size).sum()
    }

    fn addresses(&self) -> impl Iterator<Item = u64> {
        let parts = self.parts.iter();
        parts.flat_map(|&(base, size)| base..base + size)
    }
}

impl Ports {
    /// The sentence that there is no such input.
    fn unknown(&self, name: &str) -> Message {
        let names = self.inputs.iter().map(|port| format!("`{}`", port.name));
        let names = Message::any_of(names);
        message!(
            "the model has no input `{name}`: it is {names}",
            name,
            names
        )
    }
}

impl Machine {
    /// Loads the constants of a model whose program this machine runs.
    ///
    /// # Errors
    /// With a sentence, if constants cannot be loaded.
    pub(crate) fn start_model(
        &mut self,
        model: &Model,
        files: &[NamedFile],
        line: u32,
    ) -> Result<(), Message> {
        let to_local = model.loads_to_local.then_some(Memory::Local);
        for entry in &model.constants {
            let name = entry.name.as_str();
            let Ok(bytes) = content(files, name) else {
                return Err(message!("`{name}` was not read", name));
            };
            let offset = entry
                .base
                .saturating_mul(self.architecture().vector_bytes());
            for memory in [Some(Memory::Dram1), to_local].into_iter().flatten() {
                self.write(Self::base(memory).saturating_add(offset), bytes)?;
            }
        }
        let program = model.program.as_ref();
        self.set_ports(Ports {
            inputs: Port::all(&model.inputs),
            outputs: Port::all(&model.outputs),
            file: program.map_or_else(String::new, |program| program.file.clone()),
            line,
        });
        Ok(())
    }

    /// Writes an input by its name; `None` if it is the name of a memory or a register, or the machine runs no model.
    pub(crate) fn load_input(&mut self, name: &str, value: &Data) -> Option<Result<(), Message>> {
        let ports = self.ports()?;
        let Some(port) = ports.inputs.iter().find(|port| port.name == name) else {
            return (!self.has_place(name)).then(|| Err(ports.unknown(name)));
        };
        let (addresses, size) = (port.addresses().collect::<Vec<u64>>(), port.size());
        let bytes = self.input_bytes(name, value, size);
        Some(bytes.and_then(|bytes| {
            let width = self.architecture().vector_bytes();
            let base = Self::base(Memory::Dram0);
            for (address, vector) in addresses.into_iter().zip(bytes.chunks(width as usize)) {
                self.write(base.saturating_add(address.saturating_mul(width)), vector)?;
            }
            Ok(())
        }))
    }

    fn input_bytes(&self, name: &str, value: &Data, size: u64) -> Result<Vec<u8>, Message> {
        let architecture = self.architecture();
        let (array, expected) = (
            architecture.array_size,
            size.saturating_mul(architecture.vector_bytes()),
        );
        let wrong = || {
            message!(
                "the input `{name}` has {size:# vector|# vectors} of {array:# scalar|# scalars}: give all numbers, or vectors of fewer numbers, or {expected:# byte|# bytes}",
                name,
                size,
                array,
                expected
            )
        };
        let bytes = match value {
            Data::Text(digits) => bytes_from_hex(digits).ok_or_else(wrong)?,
            Data::List(values) => self.number_bytes(name, values, size).ok_or_else(wrong)??,
            _ => return Err(wrong()),
        };
        match bytes.len() as u64 == expected {
            true => Ok(bytes),
            false => Err(wrong()),
        }
    }

    /// The bytes of numbers, each vector filled with zeros; `None` if there are too many or too few.
    fn number_bytes(
        &self,
        name: &str,
        values: &[Data],
        size: u64,
    ) -> Option<Result<Vec<u8>, Message>> {
        let array = usize::try_from(self.architecture().array_size).ok()?;
        let are_vectors = values.iter().all(|value| value.as_list().is_some());
        let vectors: Vec<&[Data]> = match are_vectors {
            true => values.iter().filter_map(Data::as_list).collect(),
            false if size == 1 => vec![values],
            false if values.len().is_multiple_of(array) => values.chunks(array).collect(),
            false => return None,
        };
        let fits = |vector: &&[Data]| vector.len() <= array;
        if vectors.len() as u64 != size || !vectors.iter().all(fits) {
            return None;
        }
        let mut bytes = Vec::new();
        for vector in vectors {
            let zeros = std::iter::repeat_n(&Data::Integer(0), array - vector.len());
            for value in vector.iter().chain(zeros) {
                let number = value.as_number()?;
                let Some(scalar) = self.scalar(number) else {
                    let data_type = self.architecture().data_type.name();
                    return Some(Err(message!(
                        "the input `{name}` has {number}, which {data_type} does not have",
                        name,
                        number = number.to_string(),
                        data_type
                    )));
                };
                bytes.extend(scalar);
            }
        }
        Some(Ok(bytes))
    }

    /// The outputs as numbers, by name; `vectors_max` vectors of each.
    fn outputs(&self, vectors_max: u64) -> Vec<(String, Data)> {
        let outputs = self.ports().map_or(&[][..], |ports| &ports.outputs);
        let outputs = outputs.iter().map(|port| {
            let addresses = port.addresses().take(vectors_max as usize);
            let vectors = addresses.map(|address| {
                let numbers = self.numbers(Memory::Dram0, address);
                Data::List(numbers.into_iter().map(Data::Number).collect())
            });
            (port.name.clone(), Data::List(vectors.collect()))
        });
        outputs.collect()
    }

    /// The outputs of a model, and the inputs that were given; `None` if the machine runs no model.
    pub(crate) fn dump_outputs(
        &self,
        named: &[(String, Data)],
        values_max: u64,
    ) -> Option<Result<Vec<(String, Data)>, Message>> {
        let ports = self.ports()?;
        let sizes = ports.outputs.iter().map(Port::size);
        let array = self.architecture().array_size;
        let total = sizes.fold(0, u64::saturating_add).saturating_mul(array);
        if total > values_max {
            return Some(Err(message!(
                "the program wrote {total} scalars, and a dump has at most {values_max}",
                total,
                values_max
            )));
        }
        let is_input =
            |(name, _): &&(String, Data)| ports.inputs.iter().any(|port| port.name == *name);
        let mut fields: Vec<_> = named.iter().filter(is_input).cloned().collect();
        fields.extend(self.outputs(u64::MAX));
        Some(Ok(fields))
    }

    /// The outputs of a model as people read them; `None` if the machine runs no model.
    pub(crate) fn computed_outputs(&self) -> Option<Vec<Variable>> {
        let ports = self.ports()?;
        let outputs = self.outputs(PRINTED_MAX).into_iter();
        let mut variables: Vec<Variable> =
            outputs.map(|(name, value)| value.variable(name)).collect();
        for (variable, port) in variables.iter_mut().zip(&ports.outputs) {
            let omitted = port.size().saturating_sub(PRINTED_MAX);
            if omitted > 0 {
                variable.parts.push(Variable {
                    name: "..".to_owned(),
                    value: omitted.to_string(),
                    parts: Vec::new(),
                });
            }
        }
        Some(variables)
    }
}
