import { buildSite } from "./serve";

await buildSite();
