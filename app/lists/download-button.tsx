import type { ReactNode } from "react";
import { saveFile } from "#app/client/save-file.ts";
import { shopToday } from "#app/client/shop-time.ts";
import { useAction } from "#app/client/use-action.ts";
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
 * Fetches a table and has the browser save it: with semicolons where people write decimal commas, because spreadsheets expect
 * them there.
 */
export function DownloadButton({ load, name, disabled, size, children }: DownloadButtonProps) {
  const { isBusy, run } = useAction();

  const download = () => run(async () => saveFile(await load(findSeparator()), `${name}-${shopToday()}.csv`));

  return (
    <Button kind="line" {...(size && { size })} busy={isBusy} disabled={disabled} onClick={() => void download()}>
      <IconDownload />
      {children}
    </Button>
  );
}

/**
 * What the spreadsheets of this browser's language expect between cells. `navigator.language` may be no language tag, as
 * `en-US@posix` is.
 */
function findSeparator(): Separator {
  return new Intl.NumberFormat().format(0.5).includes(",") ? "semicolon" : "comma";
}
