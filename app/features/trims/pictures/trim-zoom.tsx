import { type KeyboardEvent, type MouseEvent, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Trim } from "#app/features/trims/contract.ts";
import { IconButton } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { IconMinus, IconPlus, IconSearch } from "#app/ui/icons.tsx";
import { Photo } from "#app/ui/picture-frame.tsx";
import { trimPicture } from "./trim-picture.ts";
import styles from "./trim-zoom.module.css";

const LEAST = 1;
const MOST = 4;
const STEP = 0.5;
/** The zoom after a click or a tap; the next one undoes it. */
const CLOSE = 2.5;
const ARROW_PX = 80;

type TrimZoomProps = { trim: Pick<Trim, "img" | "alt" | "name">; sizes: string; isPale?: boolean };

/** The picture of a trim, which opens large. Without scripts it is a link to the picture. */
export function TrimZoom({ trim, sizes, isPale }: TrimZoomProps) {
  const [isOpen, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  const [zoom, setZoom] = useState(LEAST);
  const pane = useZoomPane(isOpen, zoom, setZoom);
  const open = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    setZoom(LEAST);
    setOpen(true);
  };
  return (
    <>
      <a className={styles.open} href={trim.img} onClick={open} aria-label={`Enlarge: ${trim.alt || trim.name}`}>
        <Photo
          {...trimPicture(trim.img)}
          sizes={sizes}
          alt={trim.alt}
          width={1280}
          height={960}
          eager
          fallbackText={trim.name}
          className={isPale ? styles.pale : styles.photo}
        />
        <span className={styles.hint} data-unprinted>
          <IconSearch className={styles.sign} />
          Enlarge
        </span>
      </a>
      <Dialog title={trim.name} open={isOpen} onClose={close} onKeyDown={pane.onKeyDown} fitted>
        {isOpen && (
          <>
            {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard zooms with plus, minus and 0 */}
            {/* biome-ignore lint/a11y/useSemanticElements: a section is no place to scroll in */}
            <div
              ref={pane.ref}
              className={styles.pane}
              // biome-ignore lint/a11y/noNoninteractiveTabindex: without a mouse, the arrow keys scroll it
              tabIndex={0}
              role="region"
              aria-label="Picture: plus and minus zoom, arrow keys move it"
              data-close={zoom > LEAST || undefined}
              onClick={(event) => pane.zoomTo(zoom > LEAST ? LEAST : CLOSE, event)}
            >
              <Photo
                {...trimPicture(trim.img)}
                sizes="1280px"
                alt={trim.alt}
                width={1280}
                height={960}
                eager
                fallbackText={trim.name}
                className={styles.large}
              />
            </div>
            <div className={styles.actions}>
              <IconButton label="Smaller" disabled={zoom <= LEAST} onClick={() => pane.zoomTo(zoom - STEP)}>
                <IconMinus />
              </IconButton>
              <output aria-live="polite">{Math.round(zoom * 100)} %</output>
              <IconButton label="Larger" disabled={zoom >= MOST} onClick={() => pane.zoomTo(zoom + STEP)}>
                <IconPlus />
              </IconButton>
            </div>
          </>
        )}
      </Dialog>
    </>
  );
}

type Point = { clientX: number; clientY: number };

/** Zooms the picture in a pane that scrolls; the point under the pointer or between the fingers stays where it is. */
function useZoomPane(isOpen: boolean, zoom: number, setZoom: (zoom: number) => void) {
  const pane = useRef<HTMLDivElement>(null);
  const start = useRef<{ x: number; y: number; left: number; top: number }>(null);
  const current = useRef(zoom);
  current.current = zoom;

  const zoomTo = useCallback(
    (wanted: number, at?: Point) => {
      const element = pane.current;
      if (!element) return;
      const box = element.getBoundingClientRect();
      const left = at ? at.clientX - box.left : box.width / 2;
      const top = at ? at.clientY - box.top : box.height / 2;
      start.current = {
        ...{ left, top },
        x: (element.scrollLeft + left) / element.scrollWidth,
        y: (element.scrollTop + top) / element.scrollHeight,
      };
      setZoom(Math.min(Math.max(wanted, LEAST), MOST));
    },
    [setZoom],
  );

  useLayoutEffect(() => {
    const element = pane.current;
    if (!element) return;
    element.style.setProperty("--zoom", String(zoom));
    if (!start.current) return;
    const { x, y, left, top } = start.current;
    element.scrollTo(x * element.scrollWidth - left, y * element.scrollHeight - top);
  }, [zoom]);

  useEffect(() => {
    const element = pane.current;
    if (!isOpen || !element) return;
    element.focus();
    return listenToPinch(element, () => current.current, zoomTo);
  }, [isOpen, zoomTo]);

  function onKeyDown(event: KeyboardEvent) {
    const zooms = new Map([
      ["+", zoom + STEP],
      ["=", zoom + STEP],
      ["-", zoom - STEP],
      ["0", LEAST],
    ]);
    const moves = new Map([
      ["ArrowLeft", [-ARROW_PX, 0]],
      ["ArrowRight", [ARROW_PX, 0]],
      ["ArrowUp", [0, -ARROW_PX]],
      ["ArrowDown", [0, ARROW_PX]],
    ]);
    // With these keys held, plus and minus belong to the browser.
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const [wanted, [left = 0, top = 0] = []] = [zooms.get(event.key), moves.get(event.key)];
    if (wanted === undefined && !moves.has(event.key)) return;
    event.preventDefault();
    if (wanted !== undefined) zoomTo(wanted);
    else pane.current?.scrollBy(left, top);
  }

  return { ref: pane, zoomTo, onKeyDown };
}

/**
 * Two fingers on the screen, or on a touchpad, which browsers report as a wheel with Ctrl held. React's own listeners
 * are passive and could not keep the browser from zooming the whole page.
 */
function listenToPinch(element: HTMLElement, read: () => number, zoomTo: (zoom: number, at: Point) => void) {
  let began: { apart: number; zoom: number } | undefined;
  const onTouchStart = ({ touches }: TouchEvent) => {
    const fingers = readFingers(touches);
    began = fingers && { apart: fingers.apart, zoom: read() };
  };
  const onTouchMove = (event: TouchEvent) => {
    const fingers = readFingers(event.touches);
    if (!fingers || !began) return;
    event.preventDefault();
    zoomTo((began.zoom * fingers.apart) / began.apart, fingers.middle);
  };
  const onWheel = (event: WheelEvent) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    zoomTo(read() * Math.exp(-event.deltaY / 200), event);
  };
  const listening = new AbortController();
  const options = { passive: false, signal: listening.signal };
  element.addEventListener("touchstart", onTouchStart, options);
  element.addEventListener("touchmove", onTouchMove, options);
  element.addEventListener("wheel", onWheel, options);
  return () => listening.abort();
}

function readFingers(touches: TouchList): { apart: number; middle: Point } | undefined {
  const [one, other] = touches;
  if (!one || !other || touches.length !== 2) return undefined;
  return {
    apart: Math.max(1, Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY)),
    middle: { clientX: (one.clientX + other.clientX) / 2, clientY: (one.clientY + other.clientY) / 2 },
  };
}
