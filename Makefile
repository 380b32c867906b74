# Run, test and check gjkscope.  Everything is installed into .venv.  The only other change to the machine is that apt
# installs missing OpenGL libraries, if apt is available and root rights are.

SCENE    ?=
COUNT    ?= 2000
SECONDS  ?= 600
SEED     ?= 1
EVENTS   ?= 10000
MINUTES  ?= 60
START    := assets/scenes/museum/hb-article-cycle-1.json
PICTURE  := out/gjkscope.png
FILMS    := out/films
SITE     := out/docs
WEBSITE  := out/site
BUNDLE   := out/bundle
VERSION   = $(shell sed -n 's/^__version__ = "\(.*\)"/\1/p' gjkscope/version.py)
BIN      := .venv/bin
READY    := .venv/ready

# Let Python keep bytecode, whatever the environment says: the tests start hundreds of processes, and without it each of
# them compiles the package again, in 0.3 s.
export PYTHONDONTWRITEBYTECODE :=

# The first sufficiently recent Python on the PATH.
NEW_ENOUGH = import sys; sys.exit(sys.version_info < (3, 11))
PYTHON    ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
                 $$p -c '$(NEW_ENOUGH)' 2>/dev/null && echo $$p && break; done)

GL_PACKAGES   := libegl1 libegl-mesa0 libgl1 libgl1-mesa-dri libglx-mesa0 libopengl0 \
                 libx11-6 libxext6 libxi6 libxinerama1 libxrandr2 libxrender1 libxxf86vm1
TEST_PACKAGES := xvfb xauth gcc g++ libc6-dev binutils gdb nodejs libccd2
BUNDLE_PACKAGES := debootstrap dpkg-dev xvfb xdotool openbox imagemagick binutils
BROWSER_PACKAGES := chromium chromium-driver firefox-esr
CLIENT_PACKAGES := gcc g++ libbullet-dev libode-dev libeigen3-dev libglm-dev lldb-14 python3-lldb-14

.PHONY: help run test thorough quick compiled mutants test-plane fuzz fuzz-batches fuzz-published fuzz-texts fuzz-readers monkey endurance bench growth accelerations bundle dist machine-code release docs site check format schemas catalogue museum test-cluster test-engines test-hunt test-web page-sizes browsers test-clients client-libraries films frozen film-sheets pictures references thumbnails depth-stills label-sweep gl-libraries test-libraries

help: ## list the targets
	@sed -nE 's/^([a-z-]+):.*## (.*)/\1\t\2/p' $(firstword $(MAKEFILE_LIST)) | expand --tabs=16 | sed 's/^/make /'

# Windows need X11 on Linux; macOS always has a display.
run: $(READY) gl-libraries ## install what is missing and open gjkscope (SCENE=file); without a display, render the start scene
	@if [ -n "$$DISPLAY" ] || [ "$$(uname)" = Darwin ]; then \
	    echo "Opening $(or $(SCENE),gjkscope)"; \
	    exec $(BIN)/gjkscope $(SCENE); \
	else \
	    mkdir -p $(dir $(PICTURE)) && $(BIN)/gjkscope render $(or $(SCENE),$(START)) -o $(PICTURE) && \
	    echo "No display (DISPLAY is not set): rendered $(or $(SCENE),$(START)) to $(PICTURE) instead"; \
	fi

test: $(READY) gl-libraries test-libraries ## install what is missing and run the tests, without those marked thorough
	@echo "Running the tests"
	@LP_NUM_THREADS=1 $(BIN)/pytest --quiet -m "not thorough" --numprocesses auto --maxprocesses 8 --dist worksteal  # the tests already use all cores

# Three times as long as make test, or more.
thorough: $(READY) gl-libraries test-libraries ## run all tests with all cases, including what make test leaves out
	@GJKSCOPE_THOROUGH=1 LP_NUM_THREADS=1 $(BIN)/pytest --quiet --numprocesses auto --maxprocesses 8 --dist worksteal

# The first case of each test of the engine, the scenes, the readers and the state, unless it is marked slow.
QUICK := tests/engine tests/app/base tests/app/scenes tests/app/state tests/app/bring/notations
quick: $(READY) ## check formatting, lint, and one case of most tests without a window, within a minute
	@$(BIN)/ruff format --check --quiet --diff . && $(BIN)/ruff check --quiet .
	@LP_NUM_THREADS=1 $(BIN)/pytest --quiet --quick -m "not thorough" --numprocesses auto --maxprocesses 8 --dist worksteal $(QUICK)

# Failures are minimised and written to out/fuzz/ as scenes.
fuzz: $(READY) ## check random and degenerate pairs (COUNT, SECONDS, SEED)
	@$(BIN)/python -m tests.fuzz --count $(COUNT) --seconds $(SECONDS) --seed $(SEED)

# A minute on a quiet core.
fuzz-batches: $(READY) ## check a million pairs answered in batches (SEED)
	@$(BIN)/python -m tests.fuzz.batches --seed $(SEED)

fuzz-published: $(READY) ## compare the compiled algorithms of engines with their traces (SEED)
	@$(BIN)/python -m tests.fuzz.published --seed $(SEED)

# Texts of the tests: changed by accident, and so that it is known what becomes of the pair.
fuzz-texts: $(READY) ## import mutated and transformed texts, after each change of a reader (COUNT of each, SEED)
	@$(BIN)/python -m tests.fuzz.texts --count $(COUNT) --seed $(SEED)
	@$(BIN)/python -m tests.fuzz.texts --metamorphic --count $(COUNT) --seed $(SEED)

# Each within limits of time and memory; what fails is shortened and written to out/fuzz/.
fuzz-readers: $(READY) ## read mutated scenes, demos, journals, captures, meshes, texts, settings and links (COUNT of each, SEED)
	@$(BIN)/python -m tests.fuzz.readers --count $(COUNT) --seed $(SEED)

# Without a thread of Mesa's software renderer: with it, two long runs ended in a segmentation fault in that thread.
monkey: $(READY) ## send random events to the window, and check what must hold (EVENTS, SEED)
	@LP_NUM_THREADS=0 $(BIN)/python -m tests.fuzz.monkey --events $(EVENTS) --seed $(SEED)

endurance: $(READY) ## work in the window, and report what grows and what is left behind (MINUTES, SEED)
	@LP_NUM_THREADS=0 $(BIN)/python -m tests.fuzz.endurance --minutes $(MINUTES) --seed $(SEED)

# Otherwise each process of the tests that needs compiled code would compile it.
compiled: $(READY) ## compile what numba compiles, ahead of its first use
	@$(BIN)/gjkscope compile

# Some two hours for all of them, on a quiet core; SAMPLE=700 takes some ten minutes.  docs/developing/mutants.md says what survives.
mutants: $(READY) ## change the engine in one place at a time, and count what no test notices (SAMPLE, SEED, ONLY=path, KEEP=1)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[mutation]'
	@LP_NUM_THREADS=1 $(BIN)/python -m tests.mutants --seed $(SEED) \
	    $(if $(SAMPLE),--sample $(SAMPLE)) $(if $(ONLY),--only $(ONLY)) $(if $(KEEP),--keep)

test-plane: $(READY) ## check the 2D algorithms on random and degenerate pairs (COUNT of each family)
	@$(BIN)/python -m tests.engine.plane.agreement $(COUNT)

# The other libraries go into a separate environment, so that nothing shipped depends on them or their dependencies.
bench: .venv-bench/ready gl-libraries ## benchmark against coal, python-fcl, MuJoCo, distance3d, trimesh and polyscope; writes docs/performance.md
	@.venv-bench/bin/python -m tests.bench

accelerations: $(READY) ## count the steps of GJK's variants, for docs/acceleration.md
	@$(BIN)/python -m tests.bench.accelerations

growth: $(READY) ## plot how the time of queries grows, for docs/performance.md
	@$(BIN)/python -m tests.bench.growth

.venv-bench/ready: pyproject.toml constraints.txt | $(BIN)/pip
	@echo "Installing coal, distance3d, MuJoCo, polyscope, python-fcl and trimesh into .venv-bench"
	@$(BIN)/python -m venv --clear .venv-bench
	@.venv-bench/bin/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[bench]'
	@touch $@

# Warnings, such as links that lead nowhere, are errors.
docs: $(READY) ## build the documentation as a website in out/docs, with warnings as errors
	@rm -rf $(SITE)
	@$(BIN)/sphinx-build --quiet --fail-on-warning --keep-going --fresh-env --doctree-dir out/doctrees docs $(SITE)
	@echo "Open $(SITE)/index.html"

# Five minutes.  Wheels and bundles that make dist and make bundle have built become downloads.
site: docs ## write the website into out/site: course, films, museum, documentation, downloads
	@$(BIN)/gjkscope export --site $(WEBSITE) --documentation $(SITE) \
	    $(foreach file,$(wildcard dist/*.whl dist/*.tar.gz dist/*.deb dist/*.tar.xz),--download $(file))

# Half an hour: everything that is published, in dist/, each part checked, and the website with it in out/site.
release: dist bundle ## build and check everything that is published: wheel, bundle, Debian package, documentation, website
	@cp $(BUNDLE)/*.deb $(BUNDLE)/*.tar.xz dist
	@$(MAKE) --no-print-directory site
	@cd dist && sha256sum *.whl *.tar.gz *.tar.xz *.deb >SHA256SUMS && cat SHA256SUMS

# Whoever installs the wheel on a system like this one need not compile.
machine-code: $(READY) ## compile what the wheel ships: answers about many pairs, for this system and for web pages
	@$(call apt-ensure,gcc libc6-dev)
	@$(BIN)/python -m gjkscope.bundle.machine_code

# Both from the checkout: a wheel that is built from the source distribution would have no compiled code.
dist: $(READY) .venv-release/ready gl-libraries machine-code ## build the wheel and the source distribution, install both elsewhere and check them
	@rm -rf dist && mkdir dist
	@$(BIN)/python -m build --no-isolation --sdist --wheel --outdir dist >dist/log 2>&1 || { cat dist/log; exit 1; }; rm dist/log
	@$(BIN)/python -m pytest --quiet tests/project/installed_wheel.py tests/project/release.py && ls -l dist

# Ten minutes.  PyInstaller bundles the Python that runs it, and the libraries of this system, so the result runs on Linux
# with the same or a newer C library.  The tests need root: they make a bare Debian in out/bundle/root and enter it.
bundle: $(READY) .venv-bundle/ready bundle-libraries ## build the self-contained application and its Debian package, test them in a bare Debian, and measure the start
	@$(MAKE) --no-print-directory bundle-folder
	@$(BIN)/python -m gjkscope.bundle.debian $(BUNDLE)/gjkscope $(BUNDLE)/gjkscope_$(VERSION)_$$(dpkg --print-architecture).deb
	@$(BIN)/python -m pytest --quiet tests/bundle/bare_root.py && du -sh $(BUNDLE)/gjkscope && ls -sh $(BUNDLE)/*.deb $(BUNDLE)/*.tar.xz
	@$(BIN)/python -m tests.bundle.start

# The part that works on every system; macOS and Windows have no Debian package.
bundle-folder: $(READY) .venv-bundle/ready machine-code ## build the self-contained application in out/bundle, as a folder and as an archive
	@echo "Building the self-contained application in $(BUNDLE)"
	@rm -rf $(BUNDLE)/gjkscope $(BUNDLE)/wheel && mkdir -p $(BUNDLE)
	@$(BIN)/python -m build --no-isolation --wheel --outdir $(BUNDLE)/wheel >$(BUNDLE)/log 2>&1 || { cat $(BUNDLE)/log; exit 1; }
	@.venv-bundle/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --force-reinstall $(BUNDLE)/wheel/*.whl
	@$(BIN)/python -m gjkscope.bundle.icon $(BUNDLE)/icon.png
	@.venv-bundle/bin/python -P -m PyInstaller --noconfirm --distpath $(BUNDLE) --workpath $(BUNDLE)/work \
	    gjkscope/bundle/gjkscope.spec >$(BUNDLE)/log 2>&1 || { cat $(BUNDLE)/log; exit 1; }
	@XZ_OPT="-6 -T0" tar --create --xz --owner=0 --group=0 --directory $(BUNDLE) \
	    --file $(BUNDLE)/gjkscope-$(VERSION)-$$(uname -s | tr A-Z a-z)-$$(uname -m).tar.xz gjkscope

bundle-libraries:
	@$(call apt-ensure,$(BUNDLE_PACKAGES))

.venv-bundle/ready: pyproject.toml constraints.txt | $(BIN)/pip gjkscope/app gjkscope/engine
	@echo "Installing PyInstaller and what the self-contained application consists of into .venv-bundle"
	@$(BIN)/python -m venv --clear .venv-bundle
	@.venv-bundle/bin/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt '.[bundle,full]'
	@touch $@

.venv-release/ready: pyproject.toml | $(BIN)/pip
	@echo "Installing twine, cffconvert and uv into .venv-release"
	@$(BIN)/python -m venv --clear .venv-release
	@$(BIN)/python -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["project"]["optional-dependencies"]["release"], sep="\n")' | \
	    xargs .venv-release/bin/python -m pip install --quiet --disable-pip-version-check
	@touch $@

check: $(READY) ## check formatting, lint, types and import contracts
	@echo "Formatting";       $(BIN)/ruff format --check --quiet --diff .
	@echo "Lint";             $(BIN)/ruff check --quiet .
	@echo "Types";            $(BIN)/mypy --no-error-summary
	@echo "Import contracts"; $(BIN)/lint-imports --no-logo

schemas: $(READY) ## regenerate the JSON schemas in assets/
	@$(BIN)/python -m gjkscope.app.command_line.schemas

catalogue: $(READY) ## list the algorithms again, after one was added or renamed
	@$(BIN)/python -m gjkscope.engine.registry.cataloguing

test-hunt: $(READY) ## run the hunts that take too long for make test
	@echo "Running the long hunts"
	@$(BIN)/python -m pytest --quiet tests/app/judge/hunting/long_hunts.py

# Ten minutes; what pip and npm cannot offer for this machine is listed, and the rest is asked.
test-engines: $(READY) ## install every engine in a temporary folder, and ask it about pairs with known answers
	@$(BIN)/python -m tests.engines.table

test-cluster: $(READY) ## hunt on a Dask cluster, one of whose workers is killed
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[dask]'
	@$(BIN)/python -m pytest --quiet tests/cluster/hunting.py

# Rust comes from apt only if there is no rustc yet.  Debian's lldb looks for its Python package in the wrong folder.
test-clients: $(READY) client-libraries ## run the capture clients that need more: Rust, lldb, Bullet, ODE, Eigen, glm
	@PYTHONPATH=$$(ls -d /usr/lib/llvm-14/lib/python3.*/dist-packages 2>/dev/null) \
	    $(BIN)/python -m pytest --quiet tests/app/bring/capture/clients/rust_module.py \
	    tests/app/bring/capture/clients/lldb_commands.py tests/app/bring/capture/clients/engine_adapters.py

# The types of the player, of the website's scripts and of those that ask engines are checked by TypeScript, which npm
# fetches.
test-web: $(READY) docs gl-libraries test-libraries browsers ## check the types of scripts, and try web pages in a browser
	@npm install --silent --no-save --prefix out/npm @types/node axe-core puppeteer-core reveal.js >/dev/null
	@echo "Types of the scripts"
	@for config in app/ask/solvers app/share/web/player app/share/web/playground app/share/web/course/static; do \
	    npx --yes --package typescript tsc --project $$config/jsconfig.json || exit; \
	done
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[browsers]'
	@echo "Web pages in a browser"
	@LIBGL_ALWAYS_SOFTWARE=1 $(BIN)/python -m pytest --quiet tests/web/*_in_browser.py

browsers:
	@$(call apt-ensure,$(BROWSER_PACKAGES) $$(command -v npx >/dev/null || echo npm))

client-libraries:
	@$(call apt-ensure,$(CLIENT_PACKAGES) $$(command -v rustc >/dev/null || echo rustc))

# All engines must be installed: pip install "gjkscope[engines]"
museum: $(READY) ## ask the installed engines about the museum, and write the tables
	@$(BIN)/gjkscope museum -o assets/museum/engines.json --markdown docs/museum.md --links ../assets/scenes/museum

# Two minutes.
page-sizes: $(READY) ## list the sizes of the web pages of all shipped scenes and demos
	@$(BIN)/python -m tests.bench.page_sizes

films: $(READY) gl-libraries ## record the shipped demos as videos in out/films
	@mkdir -p $(FILMS)
	@for demo in assets/demos/*.gjkdemo.json; do \
	    $(BIN)/gjkscope record $$demo -o $(FILMS)/$$(basename $$demo .gjkdemo.json).mp4 || exit; \
	done

# Stills longer than two seconds, from the hashes of ten frames per second.
frozen: $(READY) gl-libraries ## measure how much of each shipped demo stands still (FILM=part of a name)
	@LIBGL_ALWAYS_SOFTWARE=1 $(BIN)/python -m tests.bench.frozen_films $(FILM)

# Pictures every two seconds, for a film and for a phone held upright, in both themes.
film-sheets: $(READY) gl-libraries ## render contact sheets of the shipped demos in out/film-sheets (FILM=part of a name)
	@LIBGL_ALWAYS_SOFTWARE=1 $(BIN)/python -m tests.bench.film_sheets $(FILM)

# The pictures of the README and the user guide, rendered by the program itself.
pictures: $(READY) gl-libraries ## render the pictures of the README and the user guide
	@$(BIN)/python -m tests.render.readme_pictures
	@$(BIN)/python -m tests.render.guide_pictures
	@$(BIN)/python -m tests.render.contact_pictures
	@$(BIN)/python -m tests.render.landing_pictures

# The reference pictures of the rendering tests, made with the software renderer, as in the tests.
references: $(READY) gl-libraries ## render the reference pictures of the tests (review them before committing)
	@LIBGL_ALWAYS_SOFTWARE=1 $(BIN)/python -m tests.render.references

# One picture per scene for the example browser, and one per lesson.
thumbnails: $(READY) gl-libraries ## render the pictures of the example browser and the lessons
	@LIBGL_ALWAYS_SOFTWARE=1 $(BIN)/python -m tests.render.thumbnails
	@LIBGL_ALWAYS_SOFTWARE=1 $(BIN)/python -m tests.render.lesson_pictures

# Ten stills, and the answers beside them: judge before you look.
depth-stills: $(READY) gl-libraries ## render stills to judge whether the origin is seen inside or outside (SEED)
	@LIBGL_ALWAYS_SOFTWARE=1 $(BIN)/python -m tests.render.depth_stills $(SEED)

# 3,070 layouts, 15 s on a quiet core.
label-sweep: $(READY) gl-libraries ## lay out the labels of all lesson pages and of workspaces, and list those that overlap
	@$(BIN)/python -m tests.app.teach.lessons.label_sweep
	@$(BIN)/python -m tests.app.view.panels.workspace_labels

format: $(READY) ## fix the formatting
	@$(BIN)/ruff format --quiet . && $(BIN)/ruff check --quiet --fix .

# The source distribution comes without these links, because hatch would pack the files behind them twice.
gjkscope/app gjkscope/engine:
	@ln -s ../$(notdir $@) $@

# pip would compile the 8,000 modules to bytecode on one core, in as long as it takes to install them.  What does not
# compile with this Python, pip would leave out, too.
$(READY): pyproject.toml constraints.txt | $(BIN)/pip gjkscope/app gjkscope/engine
	@echo "Installing gjkscope and its dependencies into .venv"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile --constraint constraints.txt --editable '.[dev,docs]'
	@$(BIN)/python -W ignore -m compileall -qq -j 0 .venv/lib || true
	@touch $@

# An environment without pip is broken or was created by uv, so recreate it.
$(BIN)/pip:
	@[ -n "$(PYTHON)" ] || { echo "gjkscope needs Python 3.11 or newer, but none was found on the PATH"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || $(call apt-ensure,python3-venv)
	@echo "Creating a virtual environment in .venv with $(PYTHON)"
	@$(PYTHON) -m venv --clear .venv

# A missing package is not fatal: another vendor's driver may replace it, and the application reports missing
# graphics in one line.
gl-libraries:
	@$(call apt-ensure,$(GL_PACKAGES)) || echo "Continuing without them"

test-libraries:
	@$(call apt-ensure,$(TEST_PACKAGES)) || echo "Continuing without them"

# Shell: install the missing ones of the Debian packages $(1), or print the command to run and fail.
# Without apt (macOS, Fedora) it does nothing.
define apt-ensure
( command -v apt-get >/dev/null || exit 0; missing=; \
for package in $(1); do \
    dpkg-query -W -f='$${db:Status-Status}\n' $$package 2>/dev/null | grep -qx installed || missing="$$missing $$package"; \
done; \
[ -n "$$missing" ] || exit 0; \
install="apt-get install --yes --no-install-recommends$$missing"; \
if [ "$$(id -u)" = 0 ]; then sudo=; elif sudo -n true 2>/dev/null; then sudo=sudo; \
else echo "Missing on this machine, please run:  sudo $$install"; exit 1; fi; \
echo "Installing system packages:$$missing"; \
$$sudo apt-get update -qq && $$sudo $$install >/dev/null )
endef
