#!/bin/bash
# Renders every picture again, and makes the sizes and formats of the shop. PNGs and a log go to imagery/png; what exists is
# kept, so it can be stopped and resumed. Two free cores: about an hour.
cd "$(dirname "$0")" || exit 1
PNG=$PWD/png; SAMPLES=${SAMPLES:-24}; SIZE=${SIZE:-1280}; JOBS=${JOBS:-$(nproc)}
mkdir -p "$PNG"; rm -f "$PNG"/*.lock
python3 make_catalogue.py || exit 1
for job in $(seq "$JOBS"); do
  (blender -b -t 1 -P render.py -- "$PNG" "$SAMPLES" "$SIZE"; blender -b -t 1 -P banners.py -- "$PNG" 32) 2>&1 | grep --line-buffered -E 'DONE|FAILED|Error' >> "$PNG/log.txt" &
done
wait
cd .. && npm run pictures
