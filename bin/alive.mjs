// Exits with 0 while the shop on PORT is alive: the health check of deploy/Dockerfile.
const alive = await fetch(`http://127.0.0.1:${process.env.PORT ?? 3000}/livez`).then(
  ({ ok }) => ok,
  () => false,
);
process.exit(alive ? 0 : 1);
