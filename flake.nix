{
  description = "Checker, emulator, debugger and language server for MN-Core 2 assembly";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";

  outputs =
    { self, nixpkgs }:
    let
      systems = [
        "aarch64-darwin"
        "aarch64-linux"
        "x86_64-darwin"
        "x86_64-linux"
      ];
      forEach = make: nixpkgs.lib.genAttrs systems (system: make nixpkgs.legacyPackages.${system});
      manifest = (nixpkgs.lib.importTOML ./Cargo.toml).workspace.package;
    in
    {
      packages = forEach (pkgs: {
        default = pkgs.rustPlatform.buildRustPackage {
          pname = "mnc2";
          version = manifest.version;
          src = self;
          cargoLock.lockFile = ./Cargo.lock;
          cargoBuildFlags = [
            "--package=mnc2"
            "--package=mnc2-lsp"
            "--package=mnc2-dap"
          ];
          # The tests of the workspace need more than a package does: `cargo test --workspace` is for a clone.
          doCheck = false;
          nativeBuildInputs = [ pkgs.installShellFiles ];
          postInstall = pkgs.lib.optionalString (pkgs.stdenv.buildPlatform.canExecute pkgs.stdenv.hostPlatform) ''
            $out/bin/mnc2 man --dir manual
            installManPage manual/*
            installShellCompletion --cmd mnc2 \
              --bash <($out/bin/mnc2 completions bash) \
              --zsh <($out/bin/mnc2 completions zsh) \
              --fish <($out/bin/mnc2 completions fish)
          '';
          meta = {
            description = "Checker, emulator, debugger and language server for MN-Core 2 assembly";
            homepage = manifest.repository;
            license = with pkgs.lib.licenses; [
              mit
              asl20
            ];
            mainProgram = "mnc2";
          };
        };
      });

      devShells = forEach (pkgs: {
        default = pkgs.mkShell {
          packages = [
            pkgs.cargo
            pkgs.clippy
            pkgs.rustc
            pkgs.rustfmt
            pkgs.nodejs
          ];
        };
      });
    };
}
