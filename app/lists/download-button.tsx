import type { ReactNode } from "react";
import { houseToday } from "#app/client/house.ts";
import { saveFile } from "#app/client/save-file.ts";
import { useAct } from "#app/client/use-act.ts";
import type { Separator } from "#app/contract/csv.ts";
import { Button } from "#app/ui/button.tsx";
import { IconDownload } from "#app/ui/icons.tsx";

type DownloadButtonProps = {
  load: (separator: Separator) => Promise<Blob>;
  /** The file's name, without its day and ending: `orders`. */
  name: string;
  disabled?: boolean;
  size?: "small";
  children: ReactNode;
};

/**
 * Fetches a table and has the browser save it. The second button is for spreadsheets of countries with decimal commas, which
 * expect semicolons between the cells.
 */
export function DownloadButton({ load, name, disabled, size, children }: DownloadButtonProps) {
  const { isBusy, act } = useAct();

  const download = (separator: Separator) =>
    act(async () => saveFile(await load(separator), `${name}-${houseToday()}.csv`));

  return (
    <>
      <Button
        kind="line"
        {...(size && { size })}
        busy={isBusy}
        disabled={disabled}
        onClick={() => void download("comma")}
      >
        <IconDownload />
        {children}
      </Button>
      <Button kind="text" size="small" disabled={disabled || isBusy} onClick={() => void download("semicolon")}>
        With semicolons
      </Button>
    </>
  );
}
