import { type ComponentProps, type ReactNode, useRef } from "react";
import { Button } from "./button.tsx";
import { IconUpload } from "./icons.tsx";

/** The file type that a button for a list accepts. */
export const CSV_FILE = { label: "CSV file", accept: ".csv,.txt,.tsv,text/csv,text/plain" };

type FileButtonProps = Pick<ComponentProps<typeof Button>, "kind" | "size" | "busy" | "className"> & {
  /** Names the file, and says which kinds of files the browser shows. */
  file: { label: string; accept: string };
  onFile: (file: File) => void;
  children: ReactNode;
};

/** Opens the browser's choice of a file. */
export function FileButton({ file, onFile, children, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button {...button} onClick={() => input.current?.click()}>
        {!button.busy && <IconUpload />}
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={file.accept}
        aria-label={file.label}
        onChange={({ target }) => {
          const [chosen] = target.files ?? [];
          // Choosing the same file again also counts as a change.
          target.value = "";
          if (chosen) onFile(chosen);
        }}
      />
    </>
  );
}
