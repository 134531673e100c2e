// Keeps the workers that were built from this tree, for the parent to run. It is the only test of a tree that cargo-mutants
// has changed. `PACKAGE` and `PROGRAMS` are defined before this text.

fn main() {
    let folder = std::env::var_os("CARGO_MORPH_KEEP").expect("the parent names a folder");
    let id = std::process::id();
    // Other trees may be built at the same time.
    for n in 0_u32.. {
        let name = format!("{id}-{n}");
        let dir = std::path::Path::new(&folder).join(&name);
        match std::fs::create_dir(&dir) {
            Ok(()) => {
                for (target, program) in PROGRAMS {
                    if let Some(program) = program {
                        let to = dir.join(format!("{target}{}", std::env::consts::EXE_SUFFIX));
                        std::fs::copy(program, to).expect("the folder is ours");
                    }
                }
                println!("\n__morph_kept {PACKAGE} {name}");
                return;
            }
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
            Err(error) => panic!("cannot write to {}: {error}", dir.display()),
        }
    }
}
