import { type ReactNode, useState } from "react";
import { describeError } from "#app/client/api.ts";
import { saveFile } from "#app/client/save-file.ts";
import { Button } from "#app/ui/button.tsx";
import { IconDownload } from "#app/ui/icons.tsx";
import { toast } from "#app/ui/toast.ts";

type DownloadButtonProps = {
  load: () => Promise<Blob>;
  /** The file's name, without its day and ending: `orders`. */
  name: string;
  disabled?: boolean;
  size?: "small";
  children: ReactNode;
};

/** Fetches a table and gives it to the browser to keep. */
export function DownloadButton({ load, name, disabled, size, children }: DownloadButtonProps) {
  const [isBusy, setBusy] = useState(false);

  async function download() {
    setBusy(true);
    try {
      saveFile(await load(), `${name}-${new Date().toISOString().slice(0, 10)}.csv`);
    } catch (error) {
      toast.error(describeError(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button kind="line" {...(size && { size })} busy={isBusy} disabled={disabled} onClick={() => void download()}>
      <IconDownload />
      {children}
    </Button>
  );
}
