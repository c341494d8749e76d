export { default, handle, meta } from "~/features/portal/agreement/agreement-route";
export { action, loader } from "~/features/portal/agreement/agreement-route.server";
