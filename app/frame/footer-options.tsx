import { useState } from "react";
import { footerOptions } from "#app/content/footer.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import styles from "./footer-options.module.css";

/** Sixteen words, one dialog. */
export function FooterOptions() {
  const [option, setOption] = useState<string>(footerOptions[0]);
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <ul className={styles.options}>
        {footerOptions.map((name) => (
          <li key={name}>
            <button
              type="button"
              className={styles.option}
              aria-haspopup="dialog"
              onClick={() => {
                setOption(name);
                setOpen(true);
              }}
            >
              {name}
            </button>
          </li>
        ))}
      </ul>
      <Dialog
        title={`Welcome to ${option}`}
        open={isOpen}
        onClose={close}
        actions={
          <Button kind="line" onClick={close}>
            Close
          </Button>
        }
      >
        <p>{option} is under construction and will be available soon.</p>
      </Dialog>
    </>
  );
}
