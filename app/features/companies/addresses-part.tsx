import { type ReactNode, useState } from "react";
import { callApi } from "#app/client/session.ts";
import { useAction } from "#app/client/use-action.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { ConfirmDialog } from "#app/ui/dialog.tsx";
import { SheetPart } from "#app/ui/sheet-part.tsx";
import textStyles from "#app/ui/text.module.css";
import { toast } from "#app/ui/toast.ts";
import { AddressDialog } from "./address-dialog.tsx";
import styles from "./addresses-part.module.css";
import type { Company } from "./contract.ts";
import { composeAddress } from "./rules.ts";
import { useCompanyChange } from "./use-company-change.ts";

type Address = Company["addresses"][number];

type AddressListProps = {
  /** The company's name. */
  company: string;
  addresses: readonly Address[];
  actions?: (address: Address) => ReactNode;
};

/** Addresses of a company as papers print them. */
export function AddressList({ company, addresses, actions }: AddressListProps) {
  return (
    <ul className={styles.addresses}>
      {addresses.map((address) => (
        <li key={address._id}>
          <b className={styles.name}>
            {address.label}
            {address.isDefault && <Badge tone="ok">Default</Badge>}
            {address.isForInvoices && <Badge>For invoices</Badge>}
          </b>
          <address className={styles.address} suppressHydrationWarning>
            {`${company}\n${composeAddress(address)}`}
          </address>
          {actions?.(address)}
        </li>
      ))}
    </ul>
  );
}

/** The company's address book. */
export function AddressesPart({ company, version }: { company: Company; version: string }) {
  const [changed, setChanged] = useState<Address | "new">();
  const [removed, setRemoved] = useState<Address>();
  const { isBusy, run } = useAction();
  const change = useCompanyChange();
  const isManager = company.role === "manager";

  const remove = ({ _id, label }: Address) =>
    run(async () => {
      const headers = { "if-match": version };
      await change(() => callApi("DELETE /company/addresses/{id}", { params: { id: _id }, headers }));
      setRemoved(undefined);
      toast.success(`${label} is removed.`);
    });

  return (
    <SheetPart title="Addresses">
      {company.addresses.length === 0 && (
        <p className={textStyles.hint}>
          No address yet.{" "}
          {isManager ? "Add where deliveries go, and the address for invoices." : "A manager of the company adds them."}
        </p>
      )}
      <AddressList
        company={company.name}
        addresses={company.addresses}
        actions={(address) =>
          isManager && (
            <div className={styles.actions}>
              <Button
                kind="text"
                size="small"
                aria-label={`Change ${address.label}`}
                onClick={() => setChanged(address)}
              >
                Change
              </Button>
              <Button
                kind="text"
                size="small"
                aria-label={`Remove ${address.label}`}
                onClick={() => setRemoved(address)}
              >
                Remove
              </Button>
            </div>
          )
        }
      />
      {isManager && (
        <p>
          <Button kind="line" size="small" onClick={() => setChanged("new")}>
            Add an address
          </Button>
        </p>
      )}
      {changed && (
        <AddressDialog
          address={changed === "new" ? undefined : changed}
          company={company}
          version={version}
          onClose={() => setChanged(undefined)}
        />
      )}
      {removed && (
        <ConfirmDialog
          title={`Remove ${removed.label}?`}
          open
          yes="Remove"
          no="Cancel"
          danger
          busy={isBusy}
          onClose={() => setRemoved(undefined)}
          onYes={() => void remove(removed)}
        >
          <p>Orders that go there are not changed.</p>
        </ConfirmDialog>
      )}
    </SheetPart>
  );
}
