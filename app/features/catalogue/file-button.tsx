import { type ReactNode, useRef } from "react";
import { Button } from "#app/ui/button.tsx";
import { IconUpload } from "#app/ui/icons.tsx";

type FileButtonProps = { kind?: "line"; size?: "small"; onFile: (file: File) => void; children: ReactNode };

/** Opens the browser's choice of a file. */
export function FileButton({ kind, size, onFile, children }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button {...(kind && { kind })} {...(size && { size })} onClick={() => input.current?.click()}>
        <IconUpload />
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,.txt,.tsv,text/csv,text/plain"
        aria-label="CSV file"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onFile(file);
          // The same file again is a change, too.
          target.value = "";
        }}
      />
    </>
  );
}
