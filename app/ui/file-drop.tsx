import { type DragEvent, type ReactNode, useState } from "react";

type FileDropProps = { onFile: (file: File) => void; className: string | undefined; children: ReactNode };

/**
 * Accepts a dropped file, and has `data-over` while one is dragged over it. Its children offer another way to choose
 * one.
 */
export function FileDrop({ onFile, className, children }: FileDropProps) {
  const [isOver, setOver] = useState(false);

  function drop(event: DragEvent) {
    setOver(false);
    const [file] = event.dataTransfer.files;
    // Text dropped on a field belongs to the field.
    if (!file && event.target instanceof Element && event.target.matches("input, textarea")) return;
    event.preventDefault();
    if (file) onFile(file);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is one more way; a button inside does the same
    <div
      className={className}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {children}
    </div>
  );
}
