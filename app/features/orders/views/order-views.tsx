import { type FormEvent, useState } from "react";
import { Link, useRevalidator } from "react-router";
import { callApi } from "#app/client/session.ts";
import { useAction } from "#app/client/use-action.ts";
import type { Order } from "#app/features/orders/contract.ts";
import { VIEWS_MAX } from "#app/features/orders/facts.ts";
import type { OrderView } from "#app/features/orders/views.contract.ts";
import { listSearch } from "#app/lists/list.rules.ts";
import { type List, useAsked } from "#app/lists/list.ts";
import { Button, IconButton } from "#app/ui/button.tsx";
import { Drop } from "#app/ui/drop.tsx";
import { Field } from "#app/ui/field.tsx";
import { IconClose } from "#app/ui/icons.tsx";
import textStyles from "#app/ui/text.module.css";
import { toast } from "#app/ui/toast.ts";
import styles from "./order-views.module.css";

type OrderViewsProps = { list: List<Order>; views: readonly OrderView[] };

/** The saved views of a member of staff: each leads to the list as it was then narrowed and sorted. */
export function OrderViews({ list, views }: OrderViewsProps) {
  const here = listSearch(useAsked(list), {});
  const open = views.find(({ search }) => search === here);
  return (
    <Drop title={open ? `View: ${open.name}` : "Views"} isUsed={open !== undefined} closeOn={here}>
      {views.length > 0 && (
        <ul className={styles.views}>
          {views.map((view) => (
            <OneView key={view.name} view={view} isOpen={view === open} />
          ))}
        </ul>
      )}
      {views.length === 0 && (
        <p className={textStyles.small}>
          Save how the list is narrowed and sorted now, and come back to it by a press.
        </p>
      )}
      <SaveView key={here} search={here} name={open?.name ?? ""} isFull={views.length >= VIEWS_MAX} />
    </Drop>
  );
}

function OneView({ view: { name, search }, isOpen }: { view: OrderView; isOpen: boolean }) {
  const { isBusy, run } = useAction();
  const { revalidate } = useRevalidator();
  const remove = async () => {
    await callApi("DELETE /orderViews/{name}", { params: { name } });
    await revalidate();
    toast.success("View removed");
  };
  return (
    <li>
      <Link to={{ search }} aria-current={isOpen ? "page" : undefined}>
        {name}
      </Link>
      <IconButton label={`Remove the view ${name}`} disabled={isBusy} onClick={() => void run(remove)}>
        <IconClose />
      </IconButton>
    </li>
  );
}

type SaveViewProps = { search: string; name: string; isFull: boolean };

function SaveView({ search, name: before, isFull }: SaveViewProps) {
  const [name, setName] = useState(before);
  const { isBusy, run } = useAction();
  const { revalidate } = useRevalidator();
  const save = async () => {
    await callApi("PUT /orderViews/{name}", { params: { name }, body: { search } });
    await revalidate();
    toast.success(`View saved: ${name.trim()}`);
  };
  return (
    <form
      className={styles.save}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        if (name.trim()) void run(save);
      }}
    >
      <Field
        label="Save this list as"
        value={name}
        maxLength={60}
        autoComplete="off"
        hint={isFull ? "There is no room for more views. A name that is there is replaced." : undefined}
        onChange={({ target }) => setName(target.value)}
      />
      <Button type="submit" size="small" kind="line" busy={isBusy} disabled={!name.trim()}>
        Save view
      </Button>
    </form>
  );
}
