"""Regenerates the JSON Schemas of scene and demo files, and the tables of `docs/demos.md`: `make schemas`."""

from gjkscope.app.base.resources import resource


def write_schemas() -> None:
    from gjkscope.app.scenes import scene_models
    from gjkscope.app.teach.demos import models, reference

    for name, text in (("scene", scene_models.scene_schema()), ("demo", models.demo_schema())):
        resource("assets", f"{name}.schema.json").write_text(text, encoding="utf-8")
    reference.write_reference(resource("docs", "demos.md"))


if __name__ == "__main__":
    write_schemas()
