"""The report of an earlier run, for as long as all that it was made from stays the same.

What decides a report: the question (`Question`: where, what and how was asked, and the program itself) and what the run
saw of the disk (`Sight`). Whatever does not fit is not believed, and the run goes on as if there were nothing to recall.
"""
