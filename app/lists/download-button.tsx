import type { ReactNode } from "react";
import { houseToday } from "#app/client/house.ts";
import { saveFile } from "#app/client/save-file.ts";
import { useAct } from "#app/client/use-act.ts";
import { Button } from "#app/ui/button.tsx";
import { IconDownload } from "#app/ui/icons.tsx";

type DownloadButtonProps = {
  load: () => Promise<Blob>;
  /** The file's name, without its day and ending: `orders`. */
  name: string;
  disabled?: boolean;
  size?: "small";
  children: ReactNode;
};

/** Fetches a table and has the browser save it. */
export function DownloadButton({ load, name, disabled, size, children }: DownloadButtonProps) {
  const { isBusy, act } = useAct();

  const download = () => act(async () => saveFile(await load(), `${name}-${houseToday()}.csv`));

  return (
    <Button kind="line" {...(size && { size })} busy={isBusy} disabled={disabled} onClick={() => void download()}>
      <IconDownload />
      {children}
    </Button>
  );
}
