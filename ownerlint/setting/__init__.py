"""Which objects are incomplete on purpose, and which are test data."""

from ownerlint.setting.settle import SettingOptions, settle

__all__ = ["SettingOptions", "settle"]
