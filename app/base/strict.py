"""Strict parsing of small JSON objects.  Errors give the key, what is wrong and what would be right."""

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from sys import float_info
from typing import Any

Check = Callable[[Any], Any]
"""Validates a value and returns it converted; raises `ValueError` that says what it must be."""


def read_object(text: str, checks: Mapping[str, Check], marker: str, version: int) -> dict[str, Any]:
    """Parses a JSON object and validates each value; `marker` is a key whose value must be `version`.

    Every key but the marker is optional; unknown keys are errors.  Raises `ValueError`.
    """
    value = _marked(text, marker, version)
    unknown = [name for name in value if name != marker and name not in checks]
    if unknown:
        raise ValueError(f"{unknown[0][:60]}: unknown key; must be one of {', '.join(checks)}")
    return {name: _checked(name, value[name], check) for name, check in checks.items() if name in value}


def valid_entries(text: str, checks: Mapping[str, Check], marker: str, version: int) -> dict[str, Any]:
    """The valid entries of an object that `read_object` rejects; none if the marker is missing or wrong."""
    try:
        value = _marked(text, marker, version)
    except ValueError:
        return {}
    found = {}
    for name, check in checks.items():
        with suppress(ValueError):
            if name in value:
                found[name] = check(value[name])
    return found


def _marked(text: str, marker: str, version: int) -> dict[str, Any]:
    """Parses an object and checks its marker.  Raises `ValueError`."""
    try:
        value = json.loads(text)
    except ValueError as fault:
        raise ValueError(f"not JSON: {fault}") from None
    except RecursionError:
        raise ValueError("nested too deep") from None
    if not isinstance(value, dict) or value.get(marker) != version:
        raise ValueError(f'must be an object with "{marker}": {version}')
    return value


def _checked(name: str, value: Any, check: Check) -> Any:
    try:
        return check(value)
    except ValueError as fault:
        raise ValueError(f"{name}: {fault}, got {json.dumps(value)[:60]}") from None


def check_number(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= float_info.max:
        raise ValueError("must be a finite number")
    return float(value)


def check_within(low: float, high: float) -> Check:
    def check(value: Any) -> float:
        if not low <= check_number(value) <= high:
            raise ValueError(f"must be from {low:g} to {high:g}")
        return check_number(value)

    return check


def check_flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError("must be true or false")
    return value


def check_vector(value: Any) -> tuple[float, float, float]:
    if not isinstance(value, list) or len(value) != 3:
        raise ValueError("must be three numbers")
    x, y, z = (check_number(part) for part in value)
    return (x, y, z)
