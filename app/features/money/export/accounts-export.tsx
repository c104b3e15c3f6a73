import { type FormEvent, useState } from "react";
import { saveFile } from "#app/client/save-file.ts";
import { callApi } from "#app/client/session.ts";
import { useShopToday } from "#app/client/shop-time.ts";
import { useAction } from "#app/client/use-action.ts";
import { addDays } from "#app/contract/calendar.ts";
import { Button } from "#app/ui/button.tsx";
import { Drop } from "#app/ui/drop.tsx";
import { Field } from "#app/ui/field.tsx";
import { IconDownload } from "#app/ui/icons.tsx";
import textStyles from "#app/ui/text.module.css";
import styles from "./accounts-export.module.css";

/** Saves invoices, credit notes and payments of a period, at first those of last month. */
export function AccountsExport() {
  const last = addDays(`${useShopToday().slice(0, 7)}-01`, -1);
  const [period, setPeriod] = useState({ from: `${last.slice(0, 7)}-01`, to: last });
  const { isBusy, run } = useAction();
  const name = `accounts-${period.from}-${period.to}`;
  const query = { ...(period.from && { from: period.from }), ...(period.to && { to: period.to }) };
  const isComma = new Intl.NumberFormat().format(0.5).includes(",");

  const saveCsv = () =>
    run(async () => {
      const separator = isComma ? "semicolon" : "comma";
      saveFile((await callApi("GET /accounts.csv", { query: { ...query, separator } })).data, `${name}.csv`);
    });

  function saveXlsx(event: FormEvent) {
    event.preventDefault();
    void run(async () => saveFile((await callApi("GET /accounts.xlsx", { query })).data, `${name}.xlsx`));
  }

  return (
    <Drop title="Export for the accountant">
      <form className={styles.form} onSubmit={saveXlsx}>
        <p className={textStyles.small}>Invoices, credit notes and payments of these days, both included.</p>
        <div className={styles.span}>
          {(["from", "to"] as const).map((end) => (
            <Field
              key={end}
              label={end === "from" ? "From" : "To"}
              type="date"
              value={period[end]}
              onChange={({ target }) => setPeriod({ ...period, [end]: target.value })}
            />
          ))}
        </div>
        <div className={styles.actions}>
          <Button type="submit" size="small" busy={isBusy}>
            <IconDownload />
            Excel
          </Button>
          <Button kind="line" size="small" busy={isBusy} onClick={() => void saveCsv()}>
            <IconDownload />
            CSV
          </Button>
        </div>
      </form>
    </Drop>
  );
}
