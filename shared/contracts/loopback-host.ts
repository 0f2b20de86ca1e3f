/** Whether a host is this computer's loopback interface, which no other computer can reach. */
export const isLoopbackHost = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i.test(host);
