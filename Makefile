# gjkscope: run it, test it, check it.  Everything is installed into .venv; nothing else on the machine is touched,
# but for missing OpenGL libraries, which apt installs where apt is there and may be used.

SCENE    ?=
COUNT    ?= 2000
SECONDS  ?= 600
SEED     ?= 1
START    := assets/scenes/museum/hb-article-cycle-1.json
PICTURE  := out/gjkscope.png
FILMS    := out/films
BIN      := .venv/bin
READY    := .venv/ready

# The first Python on the PATH that is new enough.
NEW_ENOUGH = import sys; sys.exit(sys.version_info < (3, 11))
PYTHON    ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
                 $$p -c '$(NEW_ENOUGH)' 2>/dev/null && echo $$p && break; done)

GL_PACKAGES   := libegl1 libegl-mesa0 libgl1 libgl1-mesa-dri libglx-mesa0 libopengl0 \
                 libx11-6 libxext6 libxi6 libxinerama1 libxrandr2 libxrender1 libxxf86vm1
TEST_PACKAGES := xvfb xauth

.PHONY: help run test fuzz bench check format schemas films pictures references thumbnails gl-libraries test-libraries

help:
	@echo "make run      install what is missing, open gjkscope (without a display: render its start scene)"
	@echo "make test     install what is missing, run the tests"
	@echo "make fuzz     random and degenerate pairs against the truth: COUNT=$(COUNT) SECONDS=$(SECONDS) SEED=$(SEED)"
	@echo "make bench    frames, start, films and pictures beside polyscope, engine.batch beside coal, python-fcl and distance3d"
	@echo "make check    formatting, lint, types, and who imports whom"
	@echo "make format   put the formatting right"
	@echo "make schemas  write the JSON Schemas of scenes and demos anew, after a change of their models or of a shape"
	@echo "make films    the demos that are shipped as films, into $(FILMS)/"
	@echo "make pictures render the README's pictures anew"
	@echo "make references render the pictures anew that tests compare with: look at them before they go in"
	@echo "make thumbnails render the pictures of the example browser and of the lessons anew"

# Linux shows windows through X11; macOS always has a screen.
run: $(READY) gl-libraries
	@if [ -n "$$DISPLAY" ] || [ "$$(uname)" = Darwin ]; then \
	    echo "Opening $(or $(SCENE),gjkscope)"; \
	    exec $(BIN)/gjkscope $(SCENE); \
	else \
	    mkdir -p $(dir $(PICTURE)) && $(BIN)/gjkscope render $(or $(SCENE),$(START)) -o $(PICTURE) && \
	    echo "No display here (DISPLAY is not set): rendered $(or $(SCENE),$(START)) to $(PICTURE) instead of opening a window"; \
	fi

test: $(READY) gl-libraries test-libraries
	@echo "Running the tests"
	@LP_NUM_THREADS=1 $(BIN)/pytest --quiet --numprocesses auto --maxprocesses 8 --dist worksteal  # the tests take all cores already

# What fails is made small and written to out/fuzz/ as a scene.
fuzz: $(READY)
	@$(BIN)/python -m tests.fuzz --count $(COUNT) --seconds $(SECONDS) --seed $(SEED)

# The others come into an environment of their own: nothing that is shipped depends on them, nor on what they need.
bench: .venv-bench/ready gl-libraries
	@.venv-bench/bin/python -m tests.bench.frame_times
	@.venv-bench/bin/python -m tests.bench.film_times
	@.venv-bench/bin/python -m tests.bench.batch_speed

.venv-bench/ready: pyproject.toml constraints.txt | $(BIN)/pip
	@echo "Installing coal, distance3d, polyscope and python-fcl into .venv-bench"
	@$(BIN)/python -m venv --clear .venv-bench
	@.venv-bench/bin/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[bench]'
	@touch $@

check: $(READY)
	@echo "Formatting";       $(BIN)/ruff format --check --quiet --diff .
	@echo "Lint";             $(BIN)/ruff check --quiet .
	@echo "Types";            $(BIN)/mypy --no-error-summary
	@echo "Who imports whom"; $(BIN)/lint-imports --no-logo

schemas: $(READY)
	@$(BIN)/python -m gjkscope.app.command_line.schemas

films: $(READY) gl-libraries
	@mkdir -p $(FILMS)
	@for demo in assets/demos/*.gjkdemo.json; do \
	    $(BIN)/gjkscope record $$demo -o $(FILMS)/$$(basename $$demo .gjkdemo.json).mp4 || exit; \
	done

# The README's pictures, drawn anew by the program that they show.
pictures: $(READY) gl-libraries
	@$(BIN)/python -m tests.render.readme_pictures

# What the tests of pictures compare with; on the software renderer, as the tests run.
references: $(READY) gl-libraries
	@LIBGL_ALWAYS_SOFTWARE=1 $(BIN)/python -m tests.render.references

# The example browser's, one a scene; the lessons', one each.
thumbnails: $(READY) gl-libraries
	@LIBGL_ALWAYS_SOFTWARE=1 $(BIN)/python -m tests.render.thumbnails
	@LIBGL_ALWAYS_SOFTWARE=1 $(BIN)/python -m tests.render.lesson_pictures

format: $(READY)
	@$(BIN)/ruff format --quiet . && $(BIN)/ruff check --quiet --fix .

$(READY): pyproject.toml constraints.txt | $(BIN)/pip
	@echo "Installing gjkscope and what it needs into .venv"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[dev]'
	@touch $@

# An environment without pip is a broken one, or one that uv made: it is made anew.
$(BIN)/pip:
	@[ -n "$(PYTHON)" ] || { echo "gjkscope needs Python 3.11 or newer, and there is none on the PATH"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || $(call apt-ensure,python3-venv)
	@echo "Making a virtual environment in .venv with $(PYTHON)"
	@$(PYTHON) -m venv --clear .venv

# A missing package is no reason to stop: a driver of another maker may do its work, and the application says
# in one line what it cannot do.
gl-libraries:
	@$(call apt-ensure,$(GL_PACKAGES)) || echo "Going on without them"

test-libraries:
	@$(call apt-ensure,$(TEST_PACKAGES)) || echo "Going on without them"

# Shell: installs those of the Debian packages $(1) that are missing, or prints the line that would, and fails.
# Where there is no apt (macOS, Fedora) it does nothing.
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
