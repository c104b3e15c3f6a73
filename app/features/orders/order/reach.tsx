import { toPhoneLink, writePhone } from "#app/contract/phone.ts";
import { IconMail, IconPhone } from "#app/ui/icons.tsx";
import textStyles from "#app/ui/text.module.css";
import styles from "./reach.module.css";

/** How to reach a buyer: links that write and dial. `subject` is that of the mail. */
export function Reach({ email, phone, subject }: { email: string; phone: string; subject?: string }) {
  return (
    <ul>
      <li>
        <a
          className={styles.way}
          href={subject ? `mailto:${email}?subject=${encodeURIComponent(subject)}` : `mailto:${email}`}
        >
          <IconMail />
          <span>
            <span className="sr">Write to </span>
            {email}
          </span>
        </a>
      </li>
      <li>
        <a className={styles.way} href={toPhoneLink(phone)}>
          <IconPhone />
          {writePhone(phone)}
        </a>
      </li>
    </ul>
  );
}

/** Where the goods go, under its label. */
export function GoodsAddress({ label, name, address }: { label: string; name: string; address: string }) {
  return (
    <div>
      <p className={textStyles.label}>{label}</p>
      <address dir="auto" className={styles.address}>
        {name}
        {"\n"}
        {address}
      </address>
    </div>
  );
}
