// The move a player is selecting in Genial: equal dice held together as a joker, and the row it crosses. The effect of
// scoring is known all the time.
import type { SeatController } from '$src/state/seat-controller.svelte';
import { type Group, groupsOf, type Joker, jokersOf, scoreWith, targetsOf } from './decisions';
import type { GenialEffect, GenialPosition, GenialSheet, GenialSymbol } from './position';

// A joker and the player's dice that it is made of.
export interface HeldJoker extends Joker {
  dice: number[];
}

export class MoveSelection {
  jokers = $state.raw<HeldJoker[]>([]);
  held = $state.raw<number[]>([]); // dice held together, whose row is not chosen yet
  suggested = $state<string | null>(null); // the event that a hint has shown

  position: GenialPosition = $derived.by(() => this.controller.position as GenialPosition);
  legal: string[] = $derived.by(() => this.controller.choice?.position.legal ?? []);
  sheet: GenialSheet = $derived.by(() => this.position.sheets[this.controller.seat] as GenialSheet);
  dice: GenialSymbol[] = $derived.by(() => [...this.sheet.dice] as GenialSymbol[]);
  group: Group | null = $derived(
    this.held[0] === undefined ? null : { symbol: this.dice[this.held[0]] as GenialSymbol, size: this.held.length },
  );
  groups: Group[] = $derived(groupsOf(this.legal, this.jokers));
  targets: GenialSymbol[] = $derived(this.group ? targetsOf(this.legal, this.jokers, this.group) : []);
  event: string = $derived(scoreWith(this.jokers));
  effect: GenialEffect | null = $derived(this.effectOf(this.event));

  private readonly controller: SeatController;

  constructor(controller: SeatController) {
    this.controller = controller;
  }

  effectOf(event: string): GenialEffect | null {
    return this.position.effects?.find((effect) => effect.event === event) ?? null;
  }

  // The effect of scoring if the dice held together crossed this row.
  effectWith(target: GenialSymbol): GenialEffect | null {
    return this.group && this.effectOf(scoreWith([...this.jokers, { ...this.group, target }]));
  }

  // How many crosses a group makes as a joker.
  crossesOf(group: Group): number {
    const [target] = targetsOf(this.legal, this.jokers, group);
    const sum = (effect: GenialEffect | null) => Object.values(effect?.jokers ?? {}).reduce((a, b) => a + b, 0);
    return target ? sum(this.effectOf(scoreWith([...this.jokers, { ...group, target }]))) - sum(this.effect) : 0;
  }

  // Dice can be tapped if they are part of a joker, or can be.
  canTap(die: number): boolean {
    return this.jokerWith(die) !== undefined || this.groups.some((group) => group.symbol === this.dice[die]);
  }

  jokerWith(die: number): HeldJoker | undefined {
    return this.jokers.find((joker) => joker.dice.includes(die));
  }

  // The first tap holds a pair, each further one adds or releases a die; tapping a joker lets its row be chosen again.
  tapDie(die: number): void {
    const joker = this.jokerWith(die);
    if (joker) {
      this.drop(joker);
      this.held = joker.dice;
    } else if (this.held.includes(die)) {
      this.hold(this.held.filter((other) => other !== die));
    } else if (this.group?.symbol === this.dice[die]) {
      this.hold([...this.held, die]);
    } else {
      const partner = this.free(this.dice[die] as GenialSymbol).find((other) => other !== die);
      this.hold(partner === undefined ? [] : [die, partner]);
    }
  }

  take(group: Group): void {
    this.hold(this.free(group.symbol).slice(0, group.size));
  }

  choose(target: GenialSymbol): void {
    if (!this.group || !this.targets.includes(target)) return;
    this.jokers = [...this.jokers, { ...this.group, target, dice: this.held }];
    this.held = [];
  }

  drop(joker: HeldJoker): void {
    this.jokers = this.jokers.filter((other) => other !== joker);
    this.held = [];
  }

  cancel(): void {
    this.held = [];
  }

  clear(): void {
    this.jokers = [];
    this.held = [];
    this.suggested = null;
  }

  // Selects the move of an event, as a hint suggests it.
  show(event: string): void {
    this.clear();
    this.suggested = event;
    for (const { symbol, size, target } of jokersOf(event) ?? []) {
      this.take({ symbol, size });
      this.choose(target);
    }
  }

  // The player's dice of a symbol that are in no joker yet.
  private free(symbol: GenialSymbol): number[] {
    return [...this.dice.keys()].filter((die) => this.dice[die] === symbol && !this.jokerWith(die));
  }

  private hold(dice: number[]): void {
    const symbol = dice[0] === undefined ? undefined : this.dice[dice[0]];
    const fits = this.groups.some((group) => group.symbol === symbol && group.size === dice.length);
    this.held = fits ? dice : [];
  }
}
