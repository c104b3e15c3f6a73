import { useId, useRef } from "react";
import { Q_MAX } from "#app/contract/search.ts";
import { IconButton } from "#app/ui/button.tsx";
import { IconSearch } from "#app/ui/icons.tsx";
import { SearchBox } from "#app/ui/search-box.tsx";
import styles from "./header-search.module.css";

/**
 * Searches the catalogue from any page of the site. Where the bar has no room for the field, it is a popover, which
 * opens without scripts, too.
 */
export function HeaderSearch() {
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  return (
    <>
      <IconButton label="Find trims" className={styles.open} popoverTarget={`${id}-frame`}>
        <IconSearch />
      </IconButton>
      <div
        ref={frame}
        id={`${id}-frame`}
        popover="auto"
        className={styles.frame}
        data-ground="paper"
        onToggle={({ currentTarget, newState }) => {
          if (newState === "open") currentTarget.querySelector("input")?.focus();
        }}
      >
        <SearchBox
          compact
          label="Find trims"
          className={styles.search}
          input={{ id, autoComplete: "off", maxLength: Q_MAX }}
          form={{
            action: "/trims",
            onSubmit: ({ currentTarget: form }) => {
              frame.current?.hidePopover();
              // Once they are read: the list shows what was searched for, and here they would stay on every page after.
              setTimeout(() => form.reset());
            },
          }}
        />
      </div>
    </>
  );
}
