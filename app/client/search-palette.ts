import { type ComponentType, createContext, use } from "react";

/** Loads the search of everything, which staff open from any page. Its slice implements it; root.tsx hands it in. */
export type LoadSearchPalette = () => Promise<{ SearchPalette: ComponentType<{ onClose: () => void }> }>;

export const SearchPaletteContext = createContext<LoadSearchPalette | undefined>(undefined);

export function useSearchPalette(): LoadSearchPalette {
  const load = use(SearchPaletteContext);
  if (!load) throw new Error("app/root.tsx provides the SearchPaletteContext");
  return load;
}
