import styles from "./avatar.module.css";
import { useBrokenImage } from "./use-broken-image.ts";

type AvatarProps = {
  name: string;
  photoUrl?: string | null | undefined;
};

/** Decoration beside a written name, so hidden from screen readers. */
export function Avatar({ name, photoUrl }: AvatarProps) {
  const src = photoUrl || undefined;
  const { isBroken, watch } = useBrokenImage(src);
  return (
    <span className={styles.avatar} aria-hidden="true">
      {src && !isBroken ? (
        // Otherwise React would have a photo at the foot of a page fetched ahead of its styles.
        <img
          {...watch}
          className={styles.photo}
          src={src}
          alt=""
          width={36}
          height={36}
          loading="lazy"
          referrerPolicy="no-referrer"
        />
      ) : (
        getInitials(name)
      )}
    </span>
  );
}

export function getInitials(name: string) {
  const words = name.trim().split(/\s+/);
  const picked = words.length > 1 ? [words.at(0), words.at(-1)] : words;
  return picked.map((word) => [...(word ?? "")].at(0)?.toUpperCase() ?? "").join("");
}
