"""blender -b -P banners.py -- OUT SAMPLES [name...]   The six hero banners."""
import importlib
import json
import os
import pathlib
import sys
import time

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE))
from common import *
from render_map import MODULE

LOOKS = json.loads((HERE / "looks.json").read_text())
HEROES = {  # ground, camera (centre x, y, width, elevation), pieces: slug, x, y, turn, scale. The left 45 % stays empty for the headline.
    "labels-hangtags": ("denim", (.25, .05, 7.3, 58), [("kraft-hangtag-50x90-brass-eyelet", 3.08, .0, -14, .98), ("black-hangtag-45x95-gunmetal", 1.72, .42, 4, .92), ("damask-woven-label-ecru-70x25", .70, -1.05, 12, .80), ("jacron-patch-natural-80x60", .38, .62, 14, .50), ("damask-woven-label-indigo-60x20", 2.0, -1.62, 4, .66)]),
    "belts-buckles": ("indigo", (.45, .72, 7.0, 36), [("pu-belt-cognac-roller-38", 1.62, .45, -10, .84), ("pu-belt-black-square-35", 2.55, 1.85, -22, .76), ("plate-buckle-embossed-brass-70x45", 2.85, -.75, -4, .52), ("roller-buckle-antique-brass-40", 1.15, -1.0, 8, .74), ("double-d-ring-buckle-copper-38", 2.05, -1.35, 4, .42)]),
    "rivets": ("denim", (.62, -.05, 7.0, 52), [("ring-text-rivet-antique-brass-10", .95, -.62, 0, .88), ("star-rivet-antique-nickel-9-5", 2.85, -.85, 4, .68), ("nipple-rivet-copper-9", 1.95, .98, -8, .64), ("sunburst-rivet-brass-9-5", .55, 1.18, 6, .54), ("hammered-rivet-gunmetal-9-5", 3.25, .98, -4, .44), ("mini-rivet-brass-7", 1.95, -1.62, 10, .42)]),
    "zippers-pullers": ("indigo", (.3, .05, 7.0, 56), [("zip-5-brass-ecru-closed-16", .82, .0, 22, .68), ("zip-8-antique-brass-canvas-open-65", 1.96, .0, 24, .68), ("zip-5-brass-red-selvedge-17", 3.02, .0, 20, .66)]),
    "buttons": ("denim", (.66, .10, 6.9, 52), [("shank-button-27l-antique-brass-text", 1.12, -.55, 0, .88), ("shank-button-32l-copper-wreath", 2.62, .98, -4, .76), ("shank-button-24l-nickel-star", 3.02, -1.02, 6, .56), ("shank-button-27l-anchor-antique-brass", .98, 1.35, 4, .58), ("snap-prong-pearl-10-5mm-white", 3.62, .05, 0, .34)]),
    "threads": ("indigo", (.3, .1, 6.6, 24), [("corespun-tkt-36-old-gold", 1.10, .0, 0, .95), ("corespun-tkt-75-indigo", 1.98, .95, 20, .98), ("cotton-nm-50-3-ecru", 2.25, -.62, -30, .82), ("corespun-tkt-50-signal-red", 2.92, .25, 8, .92), ("waxed-linen-18-3-natural", .52, -.95, 10, .50), ("recycled-polyester-tkt-80-forest", .55, 1.25, 10, .95)])}


def fixed_camera(target, width, elevation, lens=70):
    s = bpy.context.scene; el = math.radians(elevation); back = Vector((0, -math.cos(el), math.sin(el)))
    dist = width / 2 / (18 / lens); d = bpy.data.cameras.new("cam"); d.lens = lens; d.sensor_fit = "HORIZONTAL"
    d.dof.use_dof = True; d.dof.focus_distance = dist; d.dof.aperture_fstop = 2.2
    o = bpy.data.objects.new("cam", d); s.collection.objects.link(o); s.camera = o; o.location = Vector(target) + back * dist; o.rotation_euler = back.to_track_quat("Z", "Y").to_euler()


def fade_left(plane, start, end, dark=.16):
    """Darken the cloth towards the left so that white type stands on it."""
    m = plane.data.materials[0]; n, l = m.node_tree.nodes, m.node_tree.links; b = n["Principled BSDF"]
    src = b.inputs["Base Color"].links[0].from_socket
    co, sep, mr = n.new("ShaderNodeTexCoord"), n.new("ShaderNodeSeparateXYZ"), n.new("ShaderNodeMapRange"); mr.interpolation_type = "SMOOTHSTEP"
    l.new(co.outputs["Object"], sep.inputs[0]); l.new(sep.outputs[0], mr.inputs[0])
    for k, v in zip((1, 2, 3, 4), (start, end, dark, .82)):
        mr.inputs[k].default_value = v
    mul = n.new("ShaderNodeMixRGB"); mul.blend_type = "MULTIPLY"; mul.inputs[0].default_value = 1
    l.new(src, mul.inputs[1]); l.new(mr.outputs[0], mul.inputs[2]); l.new(mul.outputs[0], b.inputs["Base Color"])


def hero(line):
    cloth, (cx, cy, width, elevation), pieces = HEROES[line]
    for slug, x, y, turn, k in pieces:
        look = dict(LOOKS[slug], slug=slug); parts = importlib.import_module(MODULE[look["line"]]).build(look)
        group(parts, (x, y, 0), (0, 0, turn), k)
    fade_left(ground(cloth, 30, wrinkle=.03), cx - .35 * width, cx + .15 * width, .34); lights(1.3, 1.3)
    if line in ("belts-buckles", "threads"):
        front_light(1.3, 1.3)
    bpy.context.scene.view_settings.exposure = .85
    fixed_camera((cx, cy, .55 if line == "threads" else .12), width, elevation)


SHOTS = {f"hero-{k}": (1920, 960, lambda k=k: hero(k)) for k in HEROES}

if __name__ == "__main__":
    out, samples, *names = sys.argv[sys.argv.index("--") + 1:]
    scale = float(os.environ.get("SCALE", "1"))
    for name in names or SHOTS:
        w, h, make = SHOTS[name]; target = pathlib.Path(out) / f"{name}.png"; lock = target.with_suffix(".lock")
        if target.exists() or lock.exists():
            continue
        lock.touch(); t = time.time()
        try:
            reset(int(w * scale), int(h * scale), int(samples)); make(); bpy.context.view_layer.update(); shoot(target); print(f"DONE {name} {time.time() - t:.1f}s", flush=True)
        except Exception:
            import traceback
            traceback.print_exc(); print("FAILED", name, flush=True)
        finally:
            lock.unlink(missing_ok=True)
