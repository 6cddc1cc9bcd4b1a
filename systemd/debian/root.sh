# Sourced by the tests: a Debian of their own in $root, with $deb in reach. They
# need root, debootstrap, and amd64, arm64 or armhf; what is fetched is kept in dist.
# shellcheck shell=sh disable=SC2034
if [ "${BOARDD_INSIDE:-}" = "" ]; then # mounts are nobody else's
	exec env BOARDD_INSIDE=yes unshare --mount --propagation private "$0" "$@"
fi
cd "$(dirname "$0")/../.."
suite=${1:-bookworm}
arch=$(dpkg --print-architecture)
version=$(sed -n '1s/.*(\(.*\)).*/\1/p' systemd/debian/changelog)
deb=dist/boardd_${version}_$arch.deb
base=dist/debian-$suite.tar
work=$(mktemp -d)
root=$work/root

fail() {
	echo "FAIL  $1" >&2
	exit 1
}
ok() { echo "ok    $1"; }
in_root() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C DEBIAN_FRONTEND=noninteractive "$@"; }
# quietly prints what a command says only if it fails.
quietly() { "$@" >"$work/log" 2>&1 || { cat "$work/log"; fail "$*"; }; }
holds() { grep -q "$2" "$root$1" || fail "$1 does not hold $2"; }
has() { [ -e "$root$1" ] || fail "$1 is not there"; }
lacks() { ! [ -e "$root$1" ] || fail "$1 is there"; }
install_deb() {
	cp "$1" "$root/boardd.deb"
	quietly in_root dpkg --force-confdef --force-confold -i /boardd.deb
	rm "$root/boardd.deb"
}

if ! [ -e "$base" ]; then
	quietly debootstrap --variant=minbase --include=systemd,systemd-sysv,udev "$suite" "$work/base"
	tar -C "$work/base" --exclude './var/cache/apt/*' --exclude './var/lib/apt/*' -cf "$base" .
	rm -rf "$work/base"
fi
mkdir "$root"
tar -C "$root" -xf "$base"
