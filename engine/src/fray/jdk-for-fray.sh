#!/bin/sh
# Makes a directory that stands for a JDK 25 whose distribution has no jmods, for the variable JDK25_HOME of the
# profile fray: the same JDK, with a jlink that links from the run-time image.
#   engine/src/fray/jdk-for-fray.sh JDK DIRECTORY
set -eu
jdk=$1
directory=$2
mkdir -p "$directory/bin"
for file in "$jdk"/* "$jdk"/bin/*; do
  name=${file#"$jdk"/}
  case "$name" in
    bin | bin/jlink) ;;
    *) ln -sfn "$file" "$directory/$name" ;;
  esac
done
# Not jdk.jlink: it cannot be part of what is linked from the run-time image.
modules=$("$jdk/bin/java" --list-modules | sed 's/@.*//' | grep -v -E '^jdk\.(jlink|jpackage)$' | paste -sd, -)
cat > "$directory/bin/jlink" <<END
#!/bin/sh
for argument in "\$@"; do
  shift
  case "\$argument" in
    --module-path=*/jmods | --module-path | */jmods) ;;
    --add-modules=ALL-MODULE-PATH) set -- "\$@" --add-modules=$modules ;;
    *) set -- "\$@" "\$argument" ;;
  esac
done
exec "$jdk/bin/jlink" "\$@"
END
chmod +x "$directory/bin/jlink"
