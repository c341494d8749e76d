export { action, loader } from "~/features/portal/data/download-route.server";
