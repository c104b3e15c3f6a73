import type { Config } from "@react-router/dev/config";

// `bin/build.ts` names a folder beside the one that a shop may be running from.
const { BUILD_DIRECTORY = "build" } = process.env;

export default { appDirectory: "app", buildDirectory: BUILD_DIRECTORY, ssr: true } satisfies Config;
