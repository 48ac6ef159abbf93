// Something a screen does for the player: whether it is running, and the error it ended with.
export class Task {
  busy = $state(false);
  error = $state.raw<unknown>(null);

  async run(action: () => Promise<unknown>): Promise<void> {
    this.busy = true;
    this.error = null;
    try {
      await action();
    } catch (error) {
      this.error = error;
    } finally {
      this.busy = false;
    }
  }
}
