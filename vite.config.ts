import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";

// What most pages share travels in two files, not in thirty; what few share stays with them.
const groups = [
  { name: "react", test: /node_modules\/(react|react-dom|react-router|scheduler)\//, priority: 1 },
  { name: "shop", test: /\/app\/(content|shell|ui)\/.*\.tsx?$/, minShareCount: 5 },
];

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  environments: { client: { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } } },
});
