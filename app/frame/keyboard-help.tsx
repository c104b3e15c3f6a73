import { useEffect, useState } from "react";
import { useSession } from "#app/client/session.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Check } from "#app/ui/field.tsx";
import styles from "./keyboard-help.module.css";
import { areShortcutsOn, goToSearch, paletteKeys, shortcutOf, switchShortcuts } from "./shortcuts.ts";

/** On every page: `/` goes to its search, `?` says which keys there are. */
export function Shortcuts() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const action = (event: KeyboardEvent) => {
      const shortcut = shortcutOf(event);
      if (shortcut === "help") setOpen(true);
      if (shortcut === "help" || (shortcut === "search" && goToSearch())) event.preventDefault();
    };
    document.addEventListener("keydown", action);
    return () => document.removeEventListener("keydown", action);
  }, []);
  return isOpen && <KeyboardHelp onClose={() => setOpen(false)} />;
}

/** Opens the same help; also for those who have switched the keys off. */
export function KeyboardButton(button: Pick<Parameters<typeof Button>[0], "kind" | "size" | "className">) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button {...button} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Keyboard
      </Button>
      {isOpen && <KeyboardHelp onClose={() => setOpen(false)} />}
    </>
  );
}

const keys: readonly { keys: readonly string[]; does: string }[] = [
  { keys: ["/"], does: "goes to the search of the page" },
  { keys: ["?"], does: "opens this help" },
  { keys: ["↓", "↑", "j", "k"], does: "go from row to row in a list, once a row has the focus" },
  { keys: ["Esc"], does: "closes what is open" },
];

function KeyboardHelp({ onClose }: { onClose: () => void }) {
  const [isOn, setOn] = useState(areShortcutsOn);
  const session = useSession();
  const isStaff = session.status === "in" && session.isAdmin;
  const shown = isStaff
    ? [{ keys: paletteKeys(), does: "searches orders, buyers, invoices and products" }, ...keys]
    : keys;
  return (
    <Dialog
      title="Keyboard"
      open
      onClose={onClose}
      actions={
        <Button kind="line" onClick={onClose}>
          Close
        </Button>
      }
    >
      <dl className={styles.keys}>
        {shown.map(({ keys, does }) => (
          <div key={does}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <Check
        label="Use / and ? as keys of their own"
        hint="Kept in this browser."
        checked={isOn}
        onChange={({ target: { checked } }) => {
          switchShortcuts(checked);
          setOn(checked);
        }}
      />
    </Dialog>
  );
}
