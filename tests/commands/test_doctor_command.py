import os
import subprocess
import sys
from pathlib import Path

import pytest

import balance
from balance.__main__ import main
from balance.commands import doctor


def ask(tmp_path, *paths, **environment):
    package = Path(balance.__file__).parent.parent
    kept = {name: value for name, value in os.environ.items() if name != "NUMBA_CACHE_DIR"}
    return subprocess.run(
        [sys.executable, "-m", "balance", "doctor"],
        cwd=tmp_path,
        env={**kept, "PYTHONPATH": os.pathsep.join(map(str, [package, *paths])), **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_good_installation_is_well_and_stays_as_it_is(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(doctor, "packages_distributions", dict)
    assert main(["doctor"]) == 0
    out = capsys.readouterr().out
    assert balance.__version__ in out
    assert "all is well" in out
    assert "!!" not in out
    assert list(tmp_path.iterdir()) == []


def test_another_package_called_balance_is_noticed(tmp_path):
    info = tmp_path / "site" / "balance-0.9.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: balance\nVersion: 0.9\n")
    (info / "top_level.txt").write_text("balance\n")
    answer = ask(tmp_path, tmp_path / "site")
    assert answer.returncode == 2
    assert "'balance' provides a package called balance" in answer.stdout
    assert "pip uninstall balance" in answer.stdout


def test_uncompiled_kernels_are_noticed(tmp_path):
    answer = ask(tmp_path, NUMBA_DISABLE_JIT="1")
    assert answer.returncode == 2
    assert "unset NUMBA_DISABLE_JIT" in answer.stdout


def test_an_unusable_kernel_cache_is_noticed(tmp_path):
    (tmp_path / "file").write_text("")
    answer = ask(tmp_path, NUMBA_CACHE_DIR=str(tmp_path / "file"))
    assert answer.returncode == 2
    assert "set NUMBA_CACHE_DIR" in answer.stdout


def test_a_folder_that_cannot_be_written_is_noticed(monkeypatch, tmp_path, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(doctor, "packages_distributions", dict)

    def refuse(**_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("tempfile.TemporaryFile", refuse)
    assert main(["doctor"]) == 2
    assert "cannot be written: Permission denied" in capsys.readouterr().out


@pytest.mark.skipif(os.name == "nt", reason="a folder in use cannot be removed there")
def test_a_working_folder_that_is_gone_is_noticed(monkeypatch, tmp_path, capsys):
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    monkeypatch.setattr(doctor, "packages_distributions", dict)
    assert main(["doctor"]) == 2
    assert "the working folder is gone" in capsys.readouterr().out
