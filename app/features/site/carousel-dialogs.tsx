import { apparelBrands } from "#app/content/brands.ts";
import { monthlySell } from "#app/content/carousel.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import textStyles from "#app/ui/text.module.css";
import styles from "./carousel-dialogs.module.css";

export type OpenDialog = "buyers" | "sell";

export function CarouselDialogs({ open, onClose }: { open: OpenDialog | undefined; onClose: () => void }) {
  const close = (
    <Button kind="line" onClick={onClose}>
      Close
    </Button>
  );
  return (
    <>
      <Dialog title="Buyer's Nominations" open={open === "buyers"} onClose={onClose} actions={close}>
        <p className={textStyles.soft}>Seven international apparel brands nominate our trims.</p>
        <ul>
          {apparelBrands.map(({ name, country }) => (
            <li key={name} className={styles.brand}>
              <b>{name}</b>
              <span className={textStyles.soft}>{country}</span>
            </li>
          ))}
        </ul>
      </Dialog>
      <Dialog title="Average Monthly Sell" open={open === "sell"} onClose={onClose} actions={close}>
        <p>{monthlySell}</p>
      </Dialog>
    </>
  );
}
