import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { Link, useLocation } from "react-router";
import { Brand } from "#app/ui/brand.tsx";
import { IconButton } from "#app/ui/button.tsx";
import { IconClose, IconMenu } from "#app/ui/icons.tsx";
import styles from "./header.module.css";
import { HeaderAccount } from "./header-account.tsx";
import { HeaderDraft } from "./header-draft.tsx";
import { HeaderFrame } from "./header-frame.tsx";
import { HeaderPalette } from "./header-palette.tsx";
import { HeaderSearch } from "./header-search.tsx";
import { PageProgress } from "./page-progress.tsx";

const links = [
  { to: "/trims", label: "Trims", of: ["/trims"] },
  { to: "/home", label: "Home", of: ["/", "/home"] },
  { to: "/blogs", label: "Blogs", of: ["/blogs"] },
  { to: "/portfolio", label: "My Portfolio", of: ["/portfolio"] },
];

type HeaderProps = {
  /** For pages that span the window. */
  wide?: boolean;
  /** Extra contents for the sheet of links on a narrow screen. */
  more?: ReactNode;
};

/** The bar on top of every page. */
export function Header({ wide = false, more }: HeaderProps) {
  const { pathname } = useLocation();
  const { isOpen, toggle, toggleRef } = useMenu();
  const menuId = useId();
  return (
    <HeaderFrame wide={wide} edge={<PageProgress />}>
      <Brand name={["Rivet", "Reed"]} />
      <div className={styles.palette}>
        <HeaderPalette hasButton={wide} />
      </div>
      <IconButton
        ref={toggleRef}
        label="Menu"
        data-unprinted
        className={styles.toggle}
        aria-expanded={isOpen}
        aria-controls={menuId}
        onClick={toggle}
      >
        {isOpen ? <IconClose /> : <IconMenu />}
      </IconButton>
      <nav id={menuId} data-unprinted className={styles.menu} data-open={isOpen || undefined} aria-label="Main">
        <ul className={styles.links}>
          {links.map(({ to, label, of }) => (
            <li key={to}>
              <Link className={styles.link} to={to} aria-current={of.includes(pathname) ? "page" : undefined}>
                {label}
              </Link>
            </li>
          ))}
        </ul>
        {/* The lists of the dashboard have a search of their own. */}
        {!wide && <HeaderSearch />}
        {more}
        <HeaderAccount />
      </nav>
      <HeaderDraft />
    </HeaderFrame>
  );
}

/** The sheet of links on narrow screens; every navigation and Escape close it. */
function useMenu() {
  const { key } = useLocation();
  const [openAt, setOpenAt] = useState<string>();
  const toggleRef = useRef<HTMLButtonElement>(null);
  const isOpen = openAt === key;

  useEffect(() => {
    if (!isOpen) return;
    const close = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      setOpenAt(undefined);
      toggleRef.current?.focus();
    };
    document.addEventListener("keydown", close);
    return () => document.removeEventListener("keydown", close);
  }, [isOpen]);

  return { isOpen, toggleRef, toggle: () => setOpenAt(isOpen ? undefined : key) };
}
