import { Panel } from "#app/ui/chart.tsx";
import { IconMail, IconPhone } from "#app/ui/icons.tsx";
import textStyles from "#app/ui/text.module.css";
import styles from "./buyer-reach.module.css";
import type { BuyerPage } from "./contract.ts";

/** Mail, telephone and address, as on the latest order. */
export function BuyerReach({ buyer: { email, phone, address, name } }: { buyer: BuyerPage }) {
  return (
    <Panel>
      <ul>
        <li>
          <a className={styles.way} href={`mailto:${email}`}>
            <IconMail />
            <span>
              <span className="sr">Write to </span>
              {email}
            </span>
          </a>
        </li>
        <li>
          <a className={styles.way} href={`tel:${phone}`}>
            <IconPhone />
            {phone}
          </a>
        </li>
      </ul>
      <p className={textStyles.label}>Last address</p>
      <address className={styles.address}>
        {name}
        {"\n"}
        {address}
      </address>
    </Panel>
  );
}
