import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { type Copy, DockerfileParser, type Healthcheck, type Instruction, type JSONInstruction } from "dockerfile-ast";

// Where a registry is reached through a proxy with a certificate of its own, Node.js has to know it.
const { HOME, NODE_EXTRA_CA_CERTS } = process.env;

/** What a Dockerfile made: a folder that stands for the root of the last stage, and how its program is started. */
export type Image = {
  root: string;
  workdir: string;
  env: Record<string, string>;
  user: string;
  stopSignal: string;
  command: string[];
  healthCheck: string[];
};

/**
 * Does what the Dockerfile says, each stage in a folder of its own below `folder`. It knows the instructions of our own
 * Dockerfile; RUN is run on this machine, with this Node.js, whose version the base image must have.
 * @throws Error for an instruction that it does not know, a file that is not there, or a command that fails
 */
export function followDockerfile(file: string, folder: string): Image {
  const stages = new Map<string, Image>();
  let image: Image | undefined;
  for (const instruction of DockerfileParser.parse(readFileSync(file, "utf8")).getInstructions()) {
    const words = instruction.getArguments().map((word) => word.getValue());
    if (instruction.getKeyword() === "FROM") {
      image = begin(words, join(folder, `stage-${stages.size}`));
      stages.set(words[2] ?? `${stages.size}`, image);
      continue;
    }
    if (!image) throw new Error(`${file} begins with no FROM`);
    follow(image, instruction, words, stages);
  }
  if (!image) throw new Error(`${file} makes nothing`);
  return image;
}

function begin([base = ""]: string[], root: string): Image {
  if (!base.startsWith(`node:${process.versions.node}-`)) throw new Error(`${base} has not Node.js ${process.version}`);
  mkdirSync(root);
  const env = {};
  return { root, workdir: "/", env, user: "root", stopSignal: "SIGTERM", command: [], healthCheck: [] };
}

function follow(image: Image, instruction: Instruction, words: string[], stages: ReadonlyMap<string, Image>): void {
  switch (instruction.getKeyword()) {
    case "WORKDIR":
      image.workdir = resolve(image.workdir, words[0] ?? "/");
      mkdirSync(join(image.root, image.workdir), { recursive: true });
      return;
    case "COPY":
      copy(image, instruction as Copy, words, stages);
      return;
    case "RUN":
      execFileSync("sh", ["-euc", instruction.getRawArgumentsContent() ?? ""], {
        cwd: join(image.root, image.workdir),
        env: { ...image.env, HOME, NODE_EXTRA_CA_CERTS, PATH: pathOfImage() },
        stdio: ["ignore", "ignore", "inherit"],
      });
      return;
    case "ENV":
      for (const word of words) {
        const [name = "", ...value] = word.split("=");
        image.env[name] = value.join("=");
      }
      return;
    case "USER":
      image.user = words[0] ?? "";
      return;
    case "STOPSIGNAL":
      image.stopSignal = words[0] ?? "";
      return;
    case "CMD":
      image.command = (instruction as JSONInstruction).getJSONStrings().map((each) => each.getJSONValue());
      return;
    case "HEALTHCHECK":
      image.healthCheck = (instruction as Healthcheck)
        .getArguments()
        .slice(1)
        .map((word) => word.getValue());
      return;
    case "LABEL":
    case "EXPOSE":
      return;
    default:
      throw new Error(`${instruction.getKeyword()} is not known here`);
  }
}

/** This Node.js first, and no programs of this folder. */
export function pathOfImage(): string {
  const others = (process.env.PATH ?? "").split(":").filter((path) => !path.includes("node_modules"));
  return [dirname(process.execPath), ...others].join(":");
}

function copy(image: Image, instruction: Copy, words: string[], stages: ReadonlyMap<string, Image>): void {
  const from = instruction.getFromFlag()?.getValue();
  const source = from ? stages.get(from)?.root : ".";
  if (!source) throw new Error(`there is no stage ${from}`);
  const target = words.at(-1) ?? "";
  const place = join(image.root, resolve(image.workdir, target));
  for (const word of words.slice(0, -1)) {
    const path = join(source, word);
    if (from) put(path, place, target.endsWith("/"));
    else if (word === ".") for (const name of readdirSync(".").filter(isSent)) put(name, place, true);
    else if (isSent(word)) put(path, place, target.endsWith("/"));
    else throw new Error(`.dockerignore leaves ${word} out`);
  }
}

/** As Docker does it: a folder gives what is in it, a file goes into a place that ends with a slash. */
function put(path: string, place: string, isInto: boolean): void {
  const name = path.split("/").at(-1) ?? "";
  const isInside = isInto && (path === name || !statSync(path).isDirectory());
  cpSync(path, isInside ? join(place, name) : place, { recursive: true, verbatimSymlinks: true });
}

const left = readFileSync(".dockerignore", "utf8").trim().split("\n");

/** Whether .dockerignore, whose lines here are names of the first level, lets it through. */
function isSent(name: string): boolean {
  return !left.includes(name);
}
