import { type ComponentType, useEffect, useEffectEvent, useState } from "react";
import { useLocation } from "react-router";
import { loadPart } from "#app/client/load-part.ts";
import { useSearchPalette } from "#app/client/search-palette.ts";
import { useSession } from "#app/client/session.ts";
import { useAction } from "#app/client/use-action.ts";
import { IconSearch } from "#app/ui/icons.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import styles from "./header-palette.module.css";
import { isPaletteKey, paletteKeys } from "./shortcuts.ts";

/** Opens the search of everything, for whoever is signed in: by its button in the dashboard, by Ctrl+K on every page. */
export function HeaderPalette({ hasButton }: { hasButton: boolean }) {
  const session = useSession();
  if (session.status !== "in") return null;
  const words = session.isAdmin ? "Search orders, buyers, invoices" : "Search orders, invoices, trims";
  return <PaletteButton hasButton={hasButton} words={words} />;
}

function PaletteButton({ hasButton, words }: { hasButton: boolean; words: string }) {
  const load = useSearchPalette();
  const { run } = useAction();
  const { key } = useLocation();
  const [Palette, setPalette] = useState<ComponentType<{ onClose: () => void }>>();
  // Another page closes it.
  const [openAt, setOpenAt] = useState<string>();
  const isHydrated = useHydrated();

  const open = () =>
    run(async () => {
      const { SearchPalette } = await loadPart(load());
      setPalette(() => SearchPalette);
      setOpenAt(key);
    });
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isPaletteKey(event)) return;
    event.preventDefault();
    if (!document.querySelector("dialog:modal")) void open();
  });
  useEffect(() => {
    const hear = (event: KeyboardEvent) => onKey(event);
    document.addEventListener("keydown", hear);
    return () => document.removeEventListener("keydown", hear);
  }, []);

  return (
    <>
      {hasButton && (
        <button
          type="button"
          data-unprinted
          className={styles.open}
          aria-haspopup="dialog"
          aria-keyshortcuts="Control+K Meta+K"
          onPointerEnter={() => void load().catch(() => {})}
          onClick={() => void open()}
        >
          <IconSearch />
          <span className={styles.words}>{words}</span>
          {isHydrated && (
            <span className={styles.keys} aria-hidden="true">
              {paletteKeys().map((name) => (
                <kbd key={name}>{name}</kbd>
              ))}
            </span>
          )}
        </button>
      )}
      {Palette && openAt === key && <Palette onClose={() => setOpenAt(undefined)} />}
    </>
  );
}
