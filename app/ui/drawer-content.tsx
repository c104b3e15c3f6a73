import type { ReactNode, Ref } from "react";
import { IconButton } from "./button.tsx";
import styles from "./drawer-content.module.css";
import { IconClose } from "./icons.tsx";
import { Selvedge } from "./seams.tsx";
import textStyles from "./text.module.css";

export type DrawerContentProps = {
  /** The small capitals above the title, such as "Order 3". */
  label: string;
  title: ReactNode;
  onClose: () => void;
  /** The buttons at the foot. */
  actions?: ReactNode;
  children: ReactNode;
};

type HeadingProps = { titleId: string; heading: Ref<HTMLHeadingElement> };

/** The contents of a drawer or a pane: its head with the title, the details, and the buttons at the foot. */
export function DrawerContent({
  label,
  title,
  titleId,
  heading,
  onClose,
  actions,
  children,
}: DrawerContentProps & HeadingProps) {
  return (
    <>
      <Selvedge />
      <header className={styles.head}>
        <div className={styles.words}>
          <p className={textStyles.label}>{label}</p>
          <h2 id={titleId} ref={heading} tabIndex={-1}>
            {title}
          </h2>
        </div>
        <IconButton label="Close" onClick={onClose}>
          <IconClose />
        </IconButton>
      </header>
      {children}
      {actions && <div className={styles.feet}>{actions}</div>}
    </>
  );
}
