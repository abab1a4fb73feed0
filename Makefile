# SwiftPM builds signet; this file contains the other tasks. `make` builds .build/release/signet, and `make help` lists
# what else there is. PREFIX=/usr/local and DESTDIR= are for `make install`.

SWIFT = swift
PREFIX = /usr/local
DESTDIR =

# A text as one word of the shell.
quoted = '$(subst ','\'',$(1))'

bindir = $(DESTDIR)$(PREFIX)/bin
mandir = $(DESTDIR)$(PREFIX)/share/man
bashdir = $(DESTDIR)$(PREFIX)/share/bash-completion/completions
zshdir = $(DESTDIR)$(PREFIX)/share/zsh/site-functions
fishdir = $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d

# SwiftPM keeps the compiled modules of Package.swift below HOME, which may not be writable.
export SWIFTPM_MODULECACHE_OVERRIDE = $(CURDIR)/.build/modules

binary = .build/release/signet
static-binary = .build/static/release/signet
interop = .build/interop

.DEFAULT_GOAL = build
.PHONY: build static deb rpm wheel tarball image check-packages check-reproducible release \
    test test-release test-openssl35 lint docs site bench sanitize fuzz failures soak mutants engine link-order demo interop \
    dependencies install uninstall clean help

# The Swift runtime and libstdc++ are linked statically, and libraries are found only in the system's folders.
# $(archives) contains nothing but libstdc++ as an archive, so that the linker finds no shared one first. A start with a
# shared one takes 1.3 times as long.
archives = .build/archives
# These options spare the loader a library and many names. Together they reduce the time of a start to 0.93.
light = -Xlinker -l:libgcc_eh.a -Xlinker --no-export-dynamic
# Swift brings lld along, so every machine links alike; what gcc brings may be a linker that leaves the tables of
# functions writable. Packed relocations spare a twentieth of the file, and need glibc 2.36, which signet needs anyway.
#
# Swift marks the objects that it makes in advance as writable, because it writes their headers when they are first used,
# and yet puts them among the constants. One writable section would make all constants writable, so they get a section of
# their own.
linker = -Xswiftc -use-ld=lld -Xlinker -z -Xlinker pack-relative-relocs -Xlinker -T -Xlinker $(static-objects)
static-objects = .build/archives/static-objects.ld

# Two builds of a commit are the same bytes in any folder (`make check-reproducible`). Without these options, the binary
# contains the folder, in libcrypto's macros, and hashes of it, which let the compiler keep code that has not changed.
reproducible = -debug-info-format none -Xswiftc -Xfrontend -Xswiftc -disable-incremental-llvm-codegen \
    -Xcc '-ffile-prefix-map=$(CURDIR)/='

# The functions that common commands call are put side by side, those of every start first, so that the kernel maps few
# pages of the others: a start takes 0.95 of the time, and a batch 0.75 of the memory. A function that the list does not
# name costs no more than its own page.
link-order = Sources/signet/link-order
ordered = -Xswiftc -Xfrontend -Xswiftc -function-sections -Xcc -ffunction-sections \
    -Xlinker --symbol-ordering-file=$(link-order) -Xlinker --no-warn-symbol-ordering

release-build = $(SWIFT) build -c release $(reproducible) --product signet
dynamic-build = $(release-build) --static-swift-stdlib --disable-local-rpath -Xswiftc -L$(archives) $(light) $(linker) \
    $(ordered)

build: $(archives)/libstdc++.a $(static-objects) ## build the release binary: Swift runtime inside, stripped
	$(dynamic-build) -Xlinker -s
	@$(call say-size,$(binary))

say-size = ls -l $(1) | awk '{ printf "%s: %.1f MB\n", "$(1)", $$5 / 1000000 }'

$(archives)/libstdc++.a:
	@mkdir -p $(archives)
	@archive=$$(gcc -print-file-name=libstdc++.a 2>/dev/null || clang -print-file-name=libstdc++.a); \
	case $$archive in /*) ln -sf "$$archive" $@ ;; esac

$(static-objects):
	@mkdir -p $(archives)
	@echo 'SECTIONS { .static_objects : { INPUT_SECTION_FLAGS(SHF_WRITE) *(.rodata .rodata.*) } } INSERT AFTER .data;' > $@

# libcrypto and the C library are inside too. The linker warns that parts of them load shared libraries: with STATIC,
# signet never asks for those parts. That of Debian 13 requires zlib and zstd.
static: $(static-objects) #packages build one file for any Linux, without OpenSSL's modules (legacy ciphers, key stores)
	$(release-build) -Xlinker -s -Xswiftc -static-executable -Xswiftc -DSTATIC --scratch-path .build/static \
	    $(linker) $(ordered) \
	    $(addprefix -Xlinker ,$(filter-out -lcrypto,$(shell pkg-config --static --libs-only-l libcrypto)))
	@$(call say-size,$(static-binary))

build-tests = $(SWIFT) build --build-tests -Xswiftc -warnings-as-errors

# The tests come last and say only what failed, so that this and their summary are at the end of the output.
test: dependencies ## build with warnings as errors, lint, run the tests
	$(build-tests)
	@$(MAKE) --no-print-directory lint
	@echo 'Running the tests takes about five minutes on two cores.'
	$(SWIFT) test --skip-build --disable-xctest --quiet

# The compiler may optimise correct code into a wrong program.
test-release: build #checks run the sessions with the optimised binary; SESSIONS=jwt- for some
	$(build-tests)
	SIGNET_BINARY="$(CURDIR)/$(binary)" SIGNET_ONLY_SCRIPTS='$(SESSIONS)' \
	    $(SWIFT) test --skip-build --disable-xctest --quiet --filter ScriptTests

# ML-DSA requires OpenSSL 3.5, which the system may not have: this runs the sessions with that of Debian 13. SESSIONS names
# some of them.
openssl35 = .build/openssl35
has-openssl35 = pkg-config --exists 'libcrypto >= 3.5'
SESSIONS =

test-openssl35: #checks run the sessions with Debian 13's OpenSSL 3.5; SESSIONS=ml-dsa for some
	$(build-tests)
	Tests/openssl35.sh $(openssl35) .build/debug/signet
	SIGNET_BINARY="$(CURDIR)/$(openssl35)/bin/signet" OPENSSL_MODULES="$(CURDIR)/$(openssl35)/lib/ossl-modules" \
	    SIGNET_ONLY_SCRIPTS='$(SESSIONS)' $(SWIFT) test --skip-build --disable-xctest --quiet --filter ScriptTests

lint: ## check the layout of all Swift files
	$(SWIFT) format lint --strict --parallel --recursive Package.swift Sources Tests \
	    Benchmarks/Package.swift Benchmarks/Sources

docs: ## generate man/ and completions/ from the commands
	$(SWIFT) run generate-pages .

# The pages refer to nothing outside their folder, so any static host can have them, below any address.
site = .build/site

site: #packages generate the manual as HTML in .build/site
	@rm -rf $(site)
	$(SWIFT) run generate-pages --site $(site)
	cp Sources/generate-pages/Site/* $(site)

# The figures depend on the machine and its load. BENCH="--quick" checks that it works, "--long" is for a quiet night,
# "--only rs256" runs one experiment, and "--svg Benchmarks/speed.svg" draws the picture in README.md. PyJWT and
# joserfc are compared if python3 has them or `make interop` has installed them; the services of Examples/ need wrk and
# node too.
BENCH =

bench: build ## compare with openssl, PyJWT, joserfc and jwt-kit; BENCH=--quick for a short run
	$(SWIFT) build -c release --package-path Benchmarks --scratch-path .build/bench
	@PATH="$(CURDIR)/$(interop)/bin:$$PATH" .build/bench/release/benchmark --signet $(binary) \
	    --json .build/bench/results.json $(BENCH)

# Finds errors that the compiler cannot see: data races, use of memory after its end, and leaks. The tests that are left
# out preload a library, or leave signet no file to open or no file to write, and then a sanitizer cannot work. Sessions
# do not look for leaks: for that the sanitizer must trace signet, which signet prevents.
#
# Known: the standard library writes the length of the one empty array again, and the sanitizer does not see that a Mutex
# is locked if a thread had to wait for it, as for that of Numbers in Keygen+Run.swift. zYuYTXEfU is in the names of the
# closures that run while a Mutex is locked. libcrypto 3.0 leaks memory if a policy extension is malformed, and so does
# its legacy provider when a process ends. To tell those leaks from ours, libcrypto's frames must be walked, which takes
# three quarters of an hour. _WZ ends the names of functions that make what is kept to the end.
known-races = .build/known-races
known-leaks = .build/known-leaks
with-sanitizer = SIGNET_SKIP_SCRIPTS='secrets/ program/streams program/interrupted program/signals jwt-batch/losses jwt-batch/resuming' \
    $(SWIFT) test --disable-xctest
with-addresses = LSAN_OPTIONS="suppressions='$(CURDIR)/$(known-leaks)'" $(with-sanitizer) --sanitize=address \
    --scratch-path .build/address

# What has passed is not repeated before a file changes.
sanitized = $(addprefix .build/sanitized/,threads addresses certificates sessions)
sanitize: dependencies #checks run the tests under the thread sanitizer and the address sanitizer; two hours
	@echo 'This takes two hours on two cores, in four parts. Started again, it goes on with the part that was interrupted.'
	@mkdir -p .build/sanitized
	@printf 'race:_swiftEmptyArrayStorage\nrace:7Numbers\nrace:zYuYTXEfU\n' > $(known-races)
	@printf 'leak:_WZ\nleak:X509_policy_check\nleak:legacy.so\n' > $(known-leaks)
	@$(MAKE) --no-print-directory -j1 $(sanitized)

$(sanitized): Package.swift $(shell find Sources Tests -name '*.swift' -o -name '*.[ch]' -o -name '*.session')
	$(run-sanitized)
	@touch $@

.build/sanitized/threads: run-sanitized = TSAN_OPTIONS="suppressions='$(CURDIR)/$(known-races)'" $(with-sanitizer) \
    --sanitize=thread --scratch-path .build/thread --skip FaultTests
.build/sanitized/addresses: run-sanitized = $(with-addresses) --skip 'FaultTests|ScriptTests|OpenSSLTests|PKITests'
.build/sanitized/certificates: run-sanitized = ASAN_OPTIONS=fast_unwind_on_malloc=0:malloc_context_size=18 \
    $(with-addresses) --filter 'OpenSSLTests|PKITests'
.build/sanitized/sessions: run-sanitized = ASAN_OPTIONS=detect_leaks=0 $(with-sanitizer) --sanitize=address \
    --scratch-path .build/address --filter ScriptTests

# SECONDS is the time for each target, and FUZZ names some of them: FUZZ="json jwk". What the inputs reached is kept in
# .build/fuzz/corpus for the next run, and each input that something is wrong with in .build/fuzz/findings. For one of
# them again: .build/debug/fuzz TARGET FILE. A run begins with the targets that have had the least time.
SECONDS = 60
FUZZ =

# --sanitize instruments the C targets and makes SwiftPM link the fuzzer's main function; the options after it add the
# address sanitizer, which --sanitize=address would put in its place.
fuzzer = $(SWIFT) build -c release --sanitize=fuzzer -Xswiftc -sanitize=fuzzer,address -Xcc -fsanitize=address \
    -Xswiftc -DFUZZING --scratch-path .build/fuzz --product fuzz

fuzz: dependencies ## read hostile inputs with every reader, guided by coverage; a minute for each
	$(SWIFT) build --product fuzz
	$(fuzzer)
	Tests/Fuzz/run.sh .build/fuzz/release/fuzz .build/debug/fuzz .build/fuzz $(SECONDS) $(FUZZ)

# CHECK is speed, prove, timing, trace, faults or branches: Benchmarks/engine.sh says what each does, and which variables
# it takes.
CHECK =

engine: #checks measure and check the multi-buffer engine; CHECK=speed, prove, timing, trace, faults or branches
	@SWIFT='$(SWIFT)' Benchmarks/engine.sh $(CHECK)

link-order: $(archives)/libstdc++.a $(static-objects) #checks write the list of functions that common commands call; needs valgrind
	$(dynamic-build) --scratch-path .build/link-order
	Benchmarks/link-order.sh .build/link-order/release/signet $(link-order)

# The tests in `make test` try a part of these. As root, it also fills a disk of 1 MiB. What passed is not tried again
# when an interrupted run is started again with the same build.
failures: #checks let each system call of the commands fail once, and interrupt before each; ten minutes
	$(build-tests)
	@echo 'This takes ten minutes on two cores. Started again after an interruption, it goes on.'
	SIGNET_FAULTS=all $(SWIFT) test --skip-build --disable-xctest --filter FaultTests

# RECORDS is the number of records that flow while the trust file is replaced RELOADS times, for each engine and number of
# jobs.
RECORDS = 200000
RELOADS = 200

soak: build #checks swap the keys under a batch of records, and check every verdict; minutes
	for engine in openssl multibuffer; do for jobs in 1 2; do \
	    PATH="$(CURDIR)/.build/release:$$PATH" Tests/Soak/reload.py --records $(RECORDS) --reloads $(RELOADS) \
	        --engine $$engine --jobs $$jobs || exit; done; done

# Changes one line at a time, in a copy of the tree and in one build, and looks for a test that fails. SEED chooses
# which MUTANTS lines, MUTATE names the folders and files that they are in: MUTATE="Sources/JOSE", and SINCE=COMMIT takes
# only what has changed since. What is interrupted goes on when it is run again, and after new tests only what survived
# is tried.
MUTANTS = 300
MUTATE =
SINCE =
SEED = 1
mutants = .build/mutants

mutants: dependencies #checks list changes of the libraries that no test notices; hours
	@echo 'Each of $(MUTANTS) changes takes about half a minute on two cores. Started again after an interruption, it goes on.'
	$(SWIFT) build --package-path Tests/Mutation --scratch-path $(mutants)/tool
	$(mutants)/tool/debug/mutants prepare --out $(mutants) --count $(MUTANTS) --seed $(SEED) --in '$(MUTATE)' \
	    --since '$(SINCE)'
	$(mutants)/tool/debug/mutants run --out $(mutants)

# The prototype that the IMS documentation shows, and a time at which it was valid. Its header says HS256, but the
# documentation's text says RS256. The profile corrects this and reports it.
prototype = eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJpc3MiOiI2M2Q5YTM4OS00ZGRjLTRkZjEtOGRkMS1hZjZhMTBjNzIyNmUiLCJzdWIiOiIxNCIsImp0aSI6IkJEOTg4QjJFLUIxNkEtNDlCOC04ODgyLTlCM0M5RDM1REQ4NCIsIm5iZiI6MTQ5NzU3NzM4MSwiZXhwIjoxNDk3NTc4MjgxfQ

demo: dependencies build ## sign a JWT prototype and verify the token
	@PATH="$(CURDIR)/.build/release:$$PATH"; export PATH; \
	folder=$$(mktemp -d) || exit; \
	trap 'rm -rf "$$folder"' EXIT; trap 'exit 130' INT; trap 'exit 143' TERM; \
	cd "$$folder" || exit; \
	say() { printf '\n# %s\n' "$$1"; }; \
	run() { printf '$$ %s\n' "$$1"; eval "$$1" || { echo "demo: this failed, with status $$?" >&2; exit 1; }; }; \
	say 'A key pair. Only its owner can read the private key.'; \
	run 'signet keygen --out key.pem --public-out public.pem'; \
	run 'ls -l key.pem public.pem'; \
	say 'An app asks for a signature: an unsigned token, header and payload.'; \
	run 'echo $(prototype) > prototype.txt'; \
	say 'Sign it by the rules of its platform, at a time when it was valid.'; \
	run 'signet jwt sign --key key.pem --profile ims --prototype --at @1497577400 --in prototype.txt --out token.txt'; \
	run 'cat token.txt'; \
	say 'Verify the token with the public key; what was signed comes out.'; \
	run 'signet jwt verify --key public.pem --profile ims --at @1497577400 --in token.txt'

# $(call install-packages,WHO) installs the Debian packages in $$missing. If that is empty, it does nothing.
define install-packages
if [ -n "$$missing" ]; then \
    command -v apt-get >/dev/null || { \
        echo "$(1): missing:$$missing (by their names in Debian); there is no apt-get to install them" >&2; exit 1; }; \
    as_root=; \
    if [ "$$(id -u)" -ne 0 ]; then \
        command -v sudo >/dev/null || { \
            echo "$(1): missing:$$missing; to install them, be root, or have sudo" >&2; exit 1; }; \
        as_root=sudo; \
    fi; \
    echo "$(1): installing$$missing"; \
    $$as_root apt-get update -qq && \
    $$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $$missing || exit; \
fi
endef

dependencies: # install what is missing to build and test: OpenSSL, pkg-config and jq
	@command -v $(SWIFT) >/dev/null || { \
	    echo "dependencies: no swift in PATH; signet needs Swift 6.2 or newer (swift.org)" >&2; exit 1; }
	@missing=; \
	command -v pkg-config >/dev/null || missing="$$missing pkg-config"; \
	pkg-config --exists libcrypto 2>/dev/null || missing="$$missing libssl-dev"; \
	command -v openssl >/dev/null || missing="$$missing openssl"; \
	command -v jq >/dev/null || missing="$$missing jq"; \
	$(call install-packages,dependencies); \
	pkg-config --exists 'libcrypto >= 3' || { \
	    echo "dependencies: OpenSSL 3 is needed, and here is $$(pkg-config --modversion libcrypto)" >&2; exit 1; }

# Only the sessions in Tests/Scripts/interop and their drivers in Tests/Interop need these. The Python modules have the
# versions in requirements.txt, whatever versions the system has.
interop: dependencies ## run the tests beside other implementations, which it installs
	@missing=; \
	command -v jose >/dev/null || missing="$$missing jose"; \
	command -v certtool >/dev/null || missing="$$missing gnutls-bin"; \
	command -v pk12util >/dev/null || missing="$$missing libnss3-tools"; \
	command -v keytool >/dev/null && command -v javac >/dev/null || missing="$$missing default-jdk-headless"; \
	command -v node >/dev/null || missing="$$missing nodejs"; \
	command -v curl >/dev/null || missing="$$missing curl"; \
	command -v zbarimg >/dev/null || missing="$$missing zbar-tools"; \
	command -v parallel >/dev/null || missing="$$missing parallel"; \
	command -v zsh >/dev/null || missing="$$missing zsh"; \
	command -v fish >/dev/null || missing="$$missing fish"; \
	command -v mandoc >/dev/null || missing="$$missing mandoc"; \
	command -v swtpm >/dev/null || missing="$$missing swtpm"; \
	command -v tpm2_create >/dev/null || missing="$$missing tpm2-tools"; \
	test -e "$$(openssl version -m | sed 's/.*"\(.*\)"/\1/')/tpm2.so" || missing="$$missing tpm2-openssl"; \
	python3 -I -c 'import ensurepip, venv' 2>/dev/null || missing="$$missing python3-venv"; \
	$(has-openssl35) || command -v mmdebstrap >/dev/null || missing="$$missing mmdebstrap"; \
	$(has-openssl35) || command -v patchelf >/dev/null || missing="$$missing patchelf"; \
	$(call install-packages,interop)
	@$(MAKE) --no-print-directory $(interop)/requirements.txt
	$(build-tests)
	PATH="$(CURDIR)/$(interop)/bin:$$PATH" SIGNET_INTEROP=1 $(SWIFT) test --skip-build --disable-xctest \
	    --filter ScriptTests
	$(has-openssl35) || PATH="$(CURDIR)/$(interop)/bin:$$PATH" SIGNET_INTEROP=1 \
	    $(MAKE) --no-print-directory test-openssl35 SESSIONS=interop/ml-dsa
	PATH="$(CURDIR)/.build/debug:$(CURDIR)/$(interop)/bin:$$PATH" Tests/Interop/pkcs12.sh

# Made again when the versions change.
$(interop)/requirements.txt: Tests/Interop/requirements.txt
	python3 -I -m venv --clear $(interop)
	$(interop)/bin/python3 -I -m pip install --quiet --disable-pip-version-check --requirement $<
	@cp $< $@

# Installs what has been built. It builds nothing, because it is often run as root.
install: ## install the binary, the man pages and the completions
	@test -x $(binary) || { echo "install: no $(binary): run make first" >&2; exit 1; }
	install -d $(call quoted,$(bindir)) $(call quoted,$(bashdir)) $(call quoted,$(zshdir)) $(call quoted,$(fishdir))
	install -m 755 $(binary) $(call quoted,$(bindir)/signet)
	@for page in $$(find man -name '*.[1-9]'); do \
	    folder=$(call quoted,$(mandir))/man$${page##*.}; \
	    echo "install -m 644 $$page $$folder"; \
	    install -d "$$folder" && install -m 644 "$$page" "$$folder" || exit; \
	done
	install -m 644 completions/signet.bash $(call quoted,$(bashdir)/signet)
	install -m 644 completions/_signet $(call quoted,$(zshdir)/_signet)
	install -m 644 completions/signet.fish $(call quoted,$(fishdir)/signet.fish)
	@$(if $(DESTDIR),,$(say-what-is-missing))

# Says what the shells and man do not find by themselves in PREFIX. setsid keeps the shells away from the terminal.
define say-what-is-missing
say() { echo "install: $$1, add to $$2: $$3"; }; \
ask() { command -v "$$1" > /dev/null && setsid -w "$$@" < /dev/null 2> /dev/null; }; \
case ":$$PATH:" in *:$(call quoted,$(PREFIX)/bin):*) ;; \
    *) say 'to run signet by its name' "your shell's profile" $(call quoted,PATH=$(call quoted,$(PREFIX)/bin):$$PATH); PATH=$(call quoted,$(PREFIX)/bin):$$PATH ;; \
esac; \
case ":$$(ask manpath -q || echo $(call quoted,$(PREFIX)/share/man)):" in *:$(call quoted,$(PREFIX)/share/man):*) ;; \
    *) say 'for man signet' "your shell's profile" $(call quoted,export MANPATH=$(call quoted,$(PREFIX)/share/man):) ;; \
esac; \
if command -v bash > /dev/null && ! ask bash -ic \
    '_completion_loader signet || _comp_load signet; complete -p signet' > /dev/null; then \
    say 'for completion in bash' '~/.bashrc' $(call quoted,. $(call quoted,$(bashdir)/signet)); \
fi; \
if command -v zsh > /dev/null && ! ask zsh -ic '((fpath[(Ie)$$1]))' zsh $(call quoted,$(zshdir)); then \
    say 'for completion in zsh' '~/.zshrc, before compinit' $(call quoted,fpath=($(call quoted,$(zshdir)) $$fpath)); \
fi; \
if command -v fish > /dev/null && ! ask fish -c 'contains $$argv $$fish_complete_path' $(call quoted,$(fishdir)); then \
    say 'for completion in fish' '~/.config/fish/config.fish' $(call quoted,source $(call quoted,$(fishdir)/signet.fish)); \
fi
endef

uninstall: ## remove what was installed
	rm -f $(call quoted,$(bindir)/signet) $(call quoted,$(bashdir)/signet) $(call quoted,$(zshdir)/_signet) $(call quoted,$(fishdir)/signet.fish)
	@for page in $$(find man -name '*.[1-9]'); do \
	    installed=$(call quoted,$(mandir))/man$${page##*.}/$${page##*/}; \
	    echo "rm -f $$installed"; \
	    rm -f "$$installed" || exit; \
	done

# Packages are made in .build/packages, each with its SBOM: Packaging/README.md. MAINTAINER is whoever builds the Debian
# package.
deb: build #packages build a Debian package
	@Packaging/package.sh deb $(binary)

rpm wheel tarball image: static
	@Packaging/package.sh $@ $(static-binary)
rpm: #packages build an rpm with the static binary
wheel: #packages build a Python wheel with the static binary
tarball: #packages build a tarball with the static binary
image: #packages build an OCI image with the static binary

# PACKAGES is another folder with packages to check, such as .build/dist.
PACKAGES = .build/packages

check-packages: $(if $(filter file,$(origin PACKAGES)),deb rpm wheel tarball image) #packages install each package in a bare root and use it; needs root
	Tests/Packages/check.sh $(PACKAGES)

check-reproducible: #packages build the commit twice, in two folders, and compare all packages; half an hour
	Packaging/reproducible.sh

# KEY signs the checksums.
KEY =

release: #packages build all packages in bare roots of Debian 12 and 13; KEY=FILE; needs root
	Packaging/release.sh '$(KEY)'

clean: ## remove what was built
	rm -rf .build

help: ## list the targets
	@awk '{ name = $$1; sub(":", "", name) } \
	    /^[a-z0-9-]+:.*## / { sub(".*## ", ""); printf "  make %-10s %s\n", name, $$0 } \
	    /^[a-z0-9-]+:.*#checks / { checks = checks " " name } \
	    /^[a-z0-9-]+:.*#packages / { packages = packages " " name } \
	    END { print "\nLonger checks:" checks "\nPackages and pages:" packages "\nThe Makefile describes each." }' \
	    $(firstword $(MAKEFILE_LIST))
